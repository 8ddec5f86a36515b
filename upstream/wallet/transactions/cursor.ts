/** Where a page of a filtered list begins: behind a row, or, going back, before one. */

export interface Cursor {
  goesBack: boolean;
  position: number;
  /** The amount without its sign, in minor units. */
  size: bigint;
}

/** Opaque, and no secret: a changed one leads to another place of the caller's own list. */
export const writeCursor = ({ goesBack, position, size }: Cursor): string =>
  Buffer.from(`${goesBack ? 'p' : 'n'}${position}.${size}`).toString('base64url');

/** Null for what is no cursor. */
export function readCursor(text: string): Cursor | null {
  const [, way, position, size] =
    /^([np])(\d{1,15})\.(\d{1,16})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return position && size ? { goesBack: way === 'p', position: Number(position), size: BigInt(size) } : null;
}
