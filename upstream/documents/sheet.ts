/** Draws elements from top to bottom on A4 pages, tagged so that screen readers find headings, tables and pictures. */
import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';

/** DejaVu covers the letters of all Latin, Greek and Cyrillic names. */
const fontAt = createRequire(import.meta.url).resolve;
export const fonts = {
  text: fontAt('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: fontAt('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  mono: fontAt('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'),
};
type Font = keyof typeof fonts;

/** In points. */
export const margins = { top: 56, right: 56, bottom: 64, left: 56 };
const labelWidth = 165;
const quietModules = 4;
/** Rows that are drawn before other work of the process may run. */
const rowsAtOnce = 20;

export const ink = '#23271f';
export const muted = '#5b6154';
export const green = '#24512f';
const line = '#d9d4c5';

export interface Column {
  title: string;
  /** Fraction of the table's width. */
  width: number;
  align?: 'right';
}

interface Cell {
  text: string;
  x: number;
  width: number;
  font: Font;
  align?: 'right';
  /** Role in the PDF structure. */
  role: 'TH' | 'TD';
  scope?: 'Row' | 'Column';
}

/** The drawing surface of documents, from top to bottom. It adds pages as needed. */
export class Sheet {
  readonly #pdf: typeof PDFDocument.prototype;

  constructor(pdf: typeof PDFDocument.prototype) {
    this.#pdf = pdf;
  }

  heading(words: string): void {
    this.#keepTogether(70);
    this.#pdf.moveDown(0.6);
    this.#say('H2', words, 'bold', 12, ink);
  }

  paragraph(words: string): void {
    this.#say('P', words, 'text', 9.5, ink);
  }

  /** Small print, for what only some readers need. */
  note(words: string): void {
    this.#say('P', words, 'text', 8, muted);
  }

  /** Characters that people compare or copy one by one. Long codes break anywhere. */
  code(signs: string): void {
    this.#say('Code', signs, 'mono', 7.5, ink);
  }

  facts(facts: { label: string; value: string; mono?: boolean }[]): void {
    const table = this.#pdf.struct('Table');
    this.#pdf.addStructure(table);
    const x = margins.left;
    for (const { label, value, mono } of facts) {
      this.#row(table, 9.5, [
        { text: label, x, width: labelWidth, font: 'text', role: 'TH', scope: 'Row' },
        { text: value, x: x + labelWidth, width: this.#width - labelWidth, font: mono ? 'mono' : 'text', role: 'TD' },
      ]);
    }
    table.end();
    this.#pdf.moveDown(0.8);
  }

  /** Draws a table of any length. Each page repeats the titles. Other work of the process may run in between. */
  async table(columns: Column[], rows: Iterable<string[]> | AsyncIterable<string[]>): Promise<void> {
    const shares = columns.reduce((sum, { width }) => sum + width, 0);
    const cellsOf = (texts: string[], rest: Pick<Cell, 'font' | 'role' | 'scope'>): Cell[] => {
      let x = margins.left;
      return columns.map(({ width: share, align }, at) => {
        const cell = { text: texts[at] ?? '', x, width: (this.#width * share) / shares, align, ...rest };
        x += cell.width;
        return cell;
      });
    };
    const titles = columns.map(({ title }) => title);
    const head = cellsOf(titles, { font: 'bold', role: 'TH', scope: 'Column' });
    const table = this.#pdf.struct('Table');
    this.#pdf.addStructure(table);
    this.#row(table, 8, head);
    let count = 0;
    for await (const texts of rows) {
      this.#row(table, 8, cellsOf(texts, { font: 'text', role: 'TD' }), head);
      if (++count % rowsAtOnce === 0) await new Promise(setImmediate);
    }
    table.end();
    this.#pdf.moveDown(0.8);
  }

  /** Draws a QR code of squares, with a text alternative. `modules` has no border; `size` is in points. */
  qr(modules: boolean[][], words: string, size = 150): void {
    this.#keepTogether(size);
    const pdf = this.#pdf;
    const side = size / (modules.length + 2 * quietModules);
    const [left, top] = [margins.left + quietModules * side, pdf.y + quietModules * side];
    const draw = () => {
      for (const [row, line] of modules.entries()) {
        for (const [column, isDark] of line.entries()) {
          if (isDark) pdf.rect(left + column * side, top + row * side, side, side);
        }
      }
      pdf.fill('#000000');
    };
    pdf.addStructure(pdf.struct('Figure', { alt: words }, draw));
    pdf.y += size;
    pdf.moveDown(0.5);
  }

  /** Attaches a file without compression, so that simple programs can find it. */
  attach(file: { name: string; mimeType: string; text: string; description: string }): void {
    const { name, mimeType, text, description } = file;
    this.#pdf.compress = false;
    this.#pdf.file(Buffer.from(text, 'utf8'), { name, type: mimeType, description });
    this.#pdf.compress = true;
  }

  get #width(): number {
    return this.#pdf.page.width - margins.left - margins.right;
  }

  #say(role: string, words: string, font: Font, size: number, color: string): void {
    const pdf = this.#pdf;
    const say = () =>
      pdf.font(fonts[font]).fontSize(size).fillColor(color).text(words, margins.left, pdf.y, { width: this.#width });
    pdf.addStructure(pdf.struct(role, {}, say));
    pdf.moveDown(0.6);
  }

  #keepTogether(height: number): void {
    if (this.#pdf.y + height > this.#pdf.page.height - margins.bottom) this.#pdf.addPage();
  }

  /** Draws a row. `head` is drawn again if the row starts a page. */
  #row(table: PDFKit.PDFStructureElement, size: number, cells: Cell[], head?: Cell[]): void {
    const pdf = this.#pdf;
    const padding = size * 0.35;
    const height = Math.max(...cells.map((cell) => this.#heightOf(cell, size))) + 2 * padding;
    if (pdf.y + height > pdf.page.height - margins.bottom) {
      pdf.addPage();
      if (head) this.#row(table, size, head);
    }
    const top = pdf.y;
    const row = pdf.struct('TR');
    table.add(row);
    for (const { text, x, width, font, align, role, scope } of cells) {
      const say = () =>
        pdf
          .font(fonts[font])
          .fontSize(size)
          .fillColor(ink)
          .text(text, x, top + padding, { width: width - padding, align });
      row.add(pdf.struct(role, scope ? ({ scope } as object) : {}, say));
    }
    row.end();
    pdf.markContent('Artifact', { type: 'Layout' });
    pdf
      .moveTo(margins.left, top + height)
      .lineTo(margins.left + this.#width, top + height)
      .lineWidth(0.5)
      .stroke(line);
    pdf.endMarkedContent();
    pdf.x = margins.left;
    pdf.y = top + height;
  }

  #heightOf({ text, width, font }: Cell, size: number): number {
    return this.#pdf
      .font(fonts[font])
      .fontSize(size)
      .heightOfString(text, { width: width - size * 0.35 });
  }
}
