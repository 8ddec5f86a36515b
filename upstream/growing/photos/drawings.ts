/** Drawings that stand for photos in the demo club. */

export type Drawing =
  | { of: 'rows' /** 0 for small plants, 1 for grown ones. */; growth: number; flowering?: boolean }
  | { of: 'trays'; growth: number };

const size = { width: 960, height: 600 };

/** Returns the drawing as SVG. */
export function svgOf(drawing: Drawing): string {
  const inside = drawing.of === 'rows' ? rowsUnderLamps(drawing) : traysOfSeedlings(drawing);
  const { width, height } = size;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inside}</svg>`;
}

/** Four lamps over rows of plants, the nearest row last. */
function rowsUnderLamps({ growth, flowering = false }: Extract<Drawing, { of: 'rows' }>): string {
  const wall = rectangle(0, 0, size.width, 340, '#e9e1cf') + rectangle(0, 340, size.width, 260, '#cfc3a8');
  const lamps = count(4).map((at) => {
    const x = 90 + at * 210;
    const light = `<path d="M${x + 10} 84 L${x - 60} 420 H${x + 210} L${x + 140} 84Z" fill="#fff6d8" opacity=".5"/>`;
    return light + rectangle(x, 60, 150, 24, '#5b6166') + rectangle(x + 8, 80, 134, 6, '#fffbe8');
  });
  const rows = count(4).map((row) => {
    const scale = 0.6 + row * 0.22;
    const ground = 350 + row * 72;
    const bed = rectangle(0, ground, size.width, 18 * scale, '#7a5c43');
    const step = 105 * scale;
    const plants = count(Math.ceil(size.width / step) + 1).map((at) =>
      plant(at * step - (row % 2) * (step / 2), ground, scale, growth, flowering),
    );
    return bed + plants.join('');
  });
  return wall + lamps.join('') + rows.join('');
}

/** A stem with pairs of leaves, more and longer ones the more it has grown. */
function plant(x: number, ground: number, scale: number, growth: number, flowering: boolean): string {
  const height = (40 + 110 * growth) * scale;
  const pairs = 2 + Math.round(growth * 4);
  const leaves = count(pairs).map((pair) => {
    const y = ground - (height * (pair + 1)) / (pairs + 0.5);
    const length = (18 + 26 * growth) * scale * (1 - pair / (pairs + 2));
    const shade = pair % 2 === 0 ? '#3f7d4e' : '#4f9460';
    return leaf(x, y, length, shade) + leaf(x, y, -length, shade);
  });
  const stem = rectangle(x - 2 * scale, ground - height, 4 * scale, height, '#336640');
  const blossom = flowering
    ? `<ellipse cx="${round(x)}" cy="${round(ground - height)}" rx="${round(9 * scale)}" ry="${round(17 * scale)}" fill="#c9c486"/>`
    : '';
  return stem + leaves.join('') + blossom;
}

const leaf = (x: number, y: number, length: number, colour: string): string =>
  `<path d="M${round(x)} ${round(y)} q${round(length / 2)} ${round(-Math.abs(length) / 1.6)} ${round(length)} ${round(-Math.abs(length) / 4)} q${round(-length / 2)} ${round(Math.abs(length) / 2)} ${round(-length)} ${round(Math.abs(length) / 4)}Z" fill="${colour}"/>`;

/** Three trays on a table, each with seedlings in rows. */
function traysOfSeedlings({ growth }: Extract<Drawing, { of: 'trays' }>): string {
  const table = rectangle(0, 0, size.width, 230, '#efe7d6') + rectangle(0, 230, size.width, 370, '#b99b74');
  const trays = count(3).map((tray) => {
    const left = 40 + tray * 305;
    const soil = rectangle(left, 250, 270, 290, '#4a4f52') + rectangle(left + 12, 262, 246, 266, '#5d4534');
    const seedlings = count(20).map((at) => {
      const x = left + 45 + (at % 4) * 60;
      const y = 308 + Math.floor(at / 4) * 50;
      const height = 14 + 14 * growth;
      const leaves =
        leaf(x, y - height, 14 + 10 * growth, '#5fa36d') + leaf(x, y - height, -14 - 10 * growth, '#4f9460');
      return rectangle(x - 1.5, y - height, 3, height, '#6f9c62') + leaves;
    });
    return soil + seedlings.join('');
  });
  return table + trays.join('');
}

const rectangle = (x: number, y: number, width: number, height: number, colour: string): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${colour}"/>`;

const count = (number: number): number[] => Array.from({ length: number }, (_, at) => at);

const round = (value: number): number => Math.round(value * 10) / 10;
