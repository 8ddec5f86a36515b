/** Reads a PDF as other programs do. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

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
