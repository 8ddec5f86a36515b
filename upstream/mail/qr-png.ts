/** Draws QR codes as PNG, because mail programs show no SVG. */
import { crc32, deflateSync } from 'node:zlib';

/** Pixels for each side of a module. One row of a module is one byte of an image with one bit for each pixel. */
const pixels = 8;
const quietModules = 4;
const [white, black] = [0xff, 0];

/** @param modules rows of the code without a border; true is dark */
export function qrPng(modules: boolean[][]): Buffer {
  const size = modules.length + 2 * quietModules;
  const border = Array.from({ length: quietModules }, () => white);
  const empty = Array.from({ length: quietModules }, () => Array.from({ length: size }, () => white));
  const rows = [...empty, ...modules.map((row) => [...border, ...row.map(colourOf), ...border]), ...empty];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size * pixels, 0);
  header.writeUInt32BE(size * pixels, 4);
  header[8] = 1; // bits for each pixel; all other fields are 0: greyscale, no filter, not interlaced
  // Each line of pixels begins with the number of its filter.
  const image = Buffer.from(rows.flatMap((row) => Array.from({ length: pixels }, () => [0, ...row]).flat()));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(image)), chunk('IEND')]);
}

const colourOf = (isDark: boolean) => (isDark ? black : white);

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
