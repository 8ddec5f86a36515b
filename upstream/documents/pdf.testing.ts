/** Reads a PDF as other programs do. */
import jsQr from 'jsqr';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Returns the text of each page with its lines joined, the document's metadata, and its attached files by name. */
export async function readPdf(pdf: Uint8Array) {
  const task = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
  }
  const { info } = await document.getMetadata();
  const found = ((await document.getAttachments()) ?? {}) as Record<string, { content: Uint8Array }>;
  const files = Object.fromEntries(
    Object.entries(found).map(([name, { content }]) => [name, Buffer.from(content).toString('utf8')]),
  );
  const marks = await document.getMarkInfo();
  await task.destroy();
  return {
    pages,
    text: pages.join('\n'),
    info: info as Record<string, unknown>,
    files,
    isTagged: marks?.Marked === true,
  };
}

/** Reads the QR code of a page as a camera does: the squares that are drawn, on white. Returns null without one. */
export async function readQrCode(pdf: Uint8Array, number = 1): Promise<string | null> {
  const task = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 });
  const { fnArray, argsArray } = await (await (await task.promise).getPage(number)).getOperatorList();
  await task.destroy();
  const paths = argsArray.filter((_, at) => fnArray[at] === OPS.constructPath) as [number[], number[]][];
  const [, squares = []] =
    paths.find(([kinds]) => kinds.length > 1 && kinds.every((kind) => kind === OPS.rectangle)) ?? [];
  const corners = Array.from({ length: squares.length / 4 }, (_, at) => squares.slice(at * 4, at * 4 + 2));
  const [left, top] = [0, 1].map((axis) => Math.min(...corners.map((corner) => corner[axis] ?? 0)));
  const module = squares[2] ?? 1;
  const cells = corners.map(([x = 0, y = 0]) =>
    [x - (left ?? 0), y - (top ?? 0)].map((way) => Math.round(way / module)),
  );
  return decode(cells as [column: number, row: number][]);
}

/** The quiet zone that readers expect, and how many pixels a module has. */
const quiet = 4;
const scale = 4;

function decode(dark: [column: number, row: number][]): string | null {
  const side = (Math.max(...dark.flat()) + 1 + 2 * quiet) * scale;
  if (!Number.isFinite(side)) return null;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [column, row] of dark) {
    for (let y = 0; y < scale; y++) {
      const begin = (((row + quiet) * scale + y) * side + (column + quiet) * scale) * 4;
      for (let x = 0; x < scale; x++) pixels.fill(0, begin + x * 4, begin + x * 4 + 3);
    }
  }
  return jsQr(pixels, side, side)?.data ?? null;
}
