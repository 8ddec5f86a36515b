interface Option {
  value: string;
  label: string;
}

/** A long list as one text, since a page carries its data a second time, for script: `DE|Germany`, one a line. */
export const packOptions = (options: readonly Option[]): string =>
  options.map(({ value, label }) => `${value}|${label}`).join('\n');

/** The list that `packOptions` wrote. */
export function unpackOptions(packed: string): Option[] {
  if (packed === '') return [];
  return packed.split('\n').map((line) => {
    const [value = '', label = ''] = line.split('|');
    return { value, label };
  });
}
