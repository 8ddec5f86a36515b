import { encode } from 'uqr';

type Options = Omit<NonNullable<Parameters<typeof encode>[1]>, 'border'>;

/** A QR code as one stroked path, a unit a module; the quiet zone around it is its padding. */
export function qrCode(text: string, options: Options): { size: number; path: string } {
  const { data, size } = encode(text, { ...options, border: 0 });
  return { size, path: `M0 .5${data.map(strokesOf).join(`m-${size} 1`)}` };
}

/** Dark modules are drawn, light ones passed over, to the end of the row. */
function strokesOf(row: boolean[]): string {
  const strokes: string[] = [];
  let length = 0;
  for (const [x, isDark] of row.entries()) {
    length++;
    if (row[x + 1] === isDark) continue;
    strokes.push(isDark ? `h${length}` : `m${length} 0`);
    length = 0;
  }
  return strokes.join('');
}
