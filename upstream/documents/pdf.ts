/** The club's PDF documents: letterhead, title, the drawn sheet, and page numbers at the bottom. */
import type PDFDocument from 'pdfkit';
import { fonts, green, ink, margins, muted, Sheet } from './sheet';

export type { Column, Sheet } from './sheet';

export interface PdfOptions {
  /** Shown large on the first page and as the window title. */
  title: string;
  language: 'en' | 'de';
  /** The name of the club, for the letterhead. */
  productName: string;
  now: Date;
}

const footer = {
  en: (page: number, pages: number) => `Page ${page} of ${pages}`,
  de: (page: number, pages: number) => `Seite ${page} von ${pages}`,
};

/**
 * Draws a document. The same drawing with the same `now` gives the same bytes.
 * @returns the PDF file
 */
export async function writePdf(options: PdfOptions, draw: (sheet: Sheet) => void | Promise<void>): Promise<Buffer> {
  const { title, language, productName, now } = options;
  // Imported here: at the top of the file it would make each start and each command of the staff 0.2 s slower.
  const { default: Document } = await import('pdfkit');
  const pdf = new Document({
    size: 'A4',
    margins,
    font: fonts.text,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: productName, Creator: productName, Producer: productName, CreationDate: now },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const isWritten = new Promise<void>((resolve, reject) => pdf.once('end', resolve).once('error', reject));
  drawLetterhead(pdf, options);
  await draw(new Sheet(pdf));
  drawFooters(pdf, options);
  pdf.end();
  await isWritten;
  return Buffer.concat(chunks);
}

type Pdf = typeof PDFDocument.prototype;

function drawLetterhead(pdf: Pdf, { title, productName }: PdfOptions): void {
  const width = pdf.page.width - margins.left - margins.right;
  pdf.addStructure(
    pdf.struct('P', {}, () => pdf.font(fonts.bold).fontSize(13).fillColor(green).text(productName, { width })),
  );
  pdf.moveDown(0.4);
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf
    .moveTo(margins.left, pdf.y)
    .lineTo(margins.left + width, pdf.y)
    .lineWidth(1.5)
    .stroke(green);
  pdf.endMarkedContent();
  pdf.moveDown(1.2);
  pdf.addStructure(pdf.struct('H1', {}, () => pdf.font(fonts.bold).fontSize(18).fillColor(ink).text(title, { width })));
  pdf.moveDown(0.5);
}

/** Draws the footer of every page. It runs last, because it shows the number of pages. */
function drawFooters(pdf: Pdf, { title, language, productName }: PdfOptions): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    const bottom = pdf.page.height - margins.bottom + 20;
    const width = pdf.page.width - margins.left - margins.right;
    // The footer is below the margin, where text would start a new page.
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    pdf.font(fonts.text).fontSize(8).fillColor(muted);
    pdf.text(`${productName} · ${title}`, margins.left, bottom, { width, lineBreak: false });
    pdf.text(footer[language](page + 1, count), margins.left, bottom, { width, align: 'right', lineBreak: false });
    pdf.endMarkedContent();
  }
}

/** Returns a PDF in the form of the calls' answers; `name` has no extension. */
export const asDocument = (name: string, pdf: Buffer) => ({
  name,
  mime_type: 'application/pdf' as const,
  data: pdf.toString('base64'),
});
