import { readFileSync } from 'node:fs';

/** Returns a statement as a bank writes it. */
export const sample = (version: '02' | '08') =>
  readFileSync(new URL(`./samples/camt.053.001.${version}.xml`, import.meta.url), 'utf8');

/** Returns the sample with one change. Throws if the change changes nothing. */
export function changed(text: string, from: string | RegExp, to: string): string {
  const result = text.replace(from, to);
  if (result === text) throw new Error(`The sample does not hold ${from}`);
  return result;
}
