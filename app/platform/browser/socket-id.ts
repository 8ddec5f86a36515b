let current: string | null = null;

/** Returns the id of this tab's realtime connection, or null. Upstream sends it no events of this tab's actions. */
export const socketId = () => current;

export function tellSocketId(id: string | null) {
  current = id;
}
