import { encode } from 'uqr';

type Options = Omit<NonNullable<Parameters<typeof encode>[1]>, 'border'>;

/** Returns a QR code as one stroked path, with one unit for each module. It has no quiet zone; padding makes it. */
export function qrCode(text: string, options: Options): { size: number; path: string } {
  const { data, size } = encode(text, { ...options, border: 0 });
  return { size, path: `M0 .5${data.map(strokesOf).join(`m-${size} 1`)}` };
}

/** Returns the path of one row. It draws dark modules and skips light ones. */
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
