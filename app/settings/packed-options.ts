interface Option {
  value: string;
  label: string;
}

/**
 * Returns a long list as one text, `DE|Germany` on each line, because a page carries its data a second time for script.
 */
export const packOptions = (options: readonly Option[]): string =>
  options.map(({ value, label }) => `${value}|${label}`).join('\n');

/** Parses the text that `packOptions` wrote. */
export function unpackOptions(packed: string): Option[] {
  if (packed === '') return [];
  return packed.split('\n').map((line) => {
    const [value = '', label = ''] = line.split('|');
    return { value, label };
  });
}
