/** Documents of the club as PDF: letterhead, title, what is drawn on the sheet, and page numbers below. */
import PDFDocument from 'pdfkit';
import { fonts, green, ink, margins, muted, Sheet } from './sheet';

export type { Column, Sheet } from './sheet';

export interface PdfOptions {
  /** Large on the first page, and the title of the window. */
  title: string;
  language: 'en' | 'de';
  /** The club, on the letterhead. */
  productName: string;
  now: Date;
}

const footer = {
  en: (page: number, pages: number) => `Page ${page} of ${pages}`,
  de: (page: number, pages: number) => `Seite ${page} von ${pages}`,
};

/**
 * Draws a document. The same drawing at the same time gives the same bytes.
 * @returns the PDF file
 */
export async function writePdf(options: PdfOptions, draw: (sheet: Sheet) => void | Promise<void>): Promise<Buffer> {
  const { title, language, productName, now } = options;
  const pdf = new PDFDocument({
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

/** On every page, once it is known how many there are. */
function drawFooters(pdf: Pdf, { title, language, productName }: PdfOptions): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    const bottom = pdf.page.height - margins.bottom + 20;
    const width = pdf.page.width - margins.left - margins.right;
    // Below the margin, where text would begin a new page.
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    pdf.font(fonts.text).fontSize(8).fillColor(muted);
    pdf.text(`${productName} · ${title}`, margins.left, bottom, { width, lineBreak: false });
    pdf.text(footer[language](page + 1, count), margins.left, bottom, { width, align: 'right', lineBreak: false });
    pdf.endMarkedContent();
  }
}

/** A PDF as calls answer it; `name` without the ending. */
export const asDocument = (name: string, pdf: Buffer) => ({
  name,
  mime_type: 'application/pdf' as const,
  data: pdf.toString('base64'),
});
