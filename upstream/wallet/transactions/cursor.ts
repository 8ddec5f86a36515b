/** The place where a page of a filtered list begins: after a row, or before one when the page goes back. */

export interface Cursor {
  goesBack: boolean;
  position: number;
  /** The amount without its sign, in minor units. */
  size: bigint;
}

/**
 * Returns an opaque text. It needs no protection, because a changed cursor leads to another place of the caller's own
 * list.
 */
export const writeCursor = ({ goesBack, position, size }: Cursor): string =>
  Buffer.from(`${goesBack ? 'p' : 'n'}${position}.${size}`).toString('base64url');

/** Returns null for text that is no cursor. */
export function readCursor(text: string): Cursor | null {
  const [, way, position, size] =
    /^([np])(\d{1,15})\.(\d{1,16})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return position && size ? { goesBack: way === 'p', position: Number(position), size: BigInt(size) } : null;
}
