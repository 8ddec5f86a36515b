let current: string | null = null;

/** Of this tab's realtime connection; null while there is none. What this tab does itself is not told to it again. */
export const socketId = () => current;

export function tellSocketId(id: string | null) {
  current = id;
}
