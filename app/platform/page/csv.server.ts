import type { Language } from '../../ui/numbers';

const MARKS = { de: { delimiter: ';', decimal: ',' }, en: { delimiter: ',', decimal: '.' } };

/**
 * Returns how spreadsheets in this language read a table: its separators, CRLF, and an escape character before a value
 * that a spreadsheet would take for a formula. The columns `figures` hold amounts, which may begin with a minus.
 */
export function csvOf(language: Language, figures: readonly string[]) {
  const { delimiter, decimal } = MARKS[language];
  return {
    figure: (amount: string) => amount.replace('.', decimal),
    options: {
      delimiter,
      record_delimiter: 'windows' as const,
      escape_formulas: true,
      // The library quotes only whole `\r\n`, but a spreadsheet also begins a row at a lone `\r` or `\n`.
      quoted_match: /[\r\n]/,
      cast: {
        string: (value: string, { column }: { column?: string | number | undefined }) =>
          figures.includes(String(column)) ? { value, escape_formulas: false } : value,
      },
    },
  };
}
