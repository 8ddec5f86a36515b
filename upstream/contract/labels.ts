/**
 * Labels such as `OR-7KQ2M9XA4`. People copy them into bank transfers and read them out to support
 * (docs/product/README.md#identifiers).
 */

export type LabelPrefix = 'OR' | 'TX' | 'WD' | 'AP' | 'SL' | 'CM';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const canonical = /^(OR|TX|WD|AP|SL|CM)-([0-9A-HJKMNP-TV-Z]{8})([0-9A-Z])$/;

/** Returns the label of eight random numbers, each below 32. */
export const labelOf = (prefix: LabelPrefix, random: readonly number[]): string => {
  const digits = random.map((number) => crockford[number % 32]).join('');
  return `${prefix}-${digits}${checkCharacter(prefix + digits)}`;
};

/** Returns the canonical form of a typed label, or null if it is not one. Every single wrong character is detected. */
export function readLabel(typed: string, prefix: LabelPrefix): string | null {
  const bare = typed.toUpperCase().replace(/[\s-]/g, '');
  const label = `${bare.slice(0, 2)}-${bare.slice(2)}`;
  const [, found, digits = '', check] = canonical.exec(label) ?? [];
  return found === prefix && check === checkCharacter(found + digits) ? label : null;
}

/** Returns every label with this prefix in a text, such as a reference that a bank broke into lines. */
export function listLabels(text: string, prefix: LabelPrefix): string[] {
  const bare = text.toUpperCase().replace(/[\s-]/g, '');
  const candidates = [...bare].map((_, at) => readLabel(bare.slice(at, at + 11), prefix));
  return [...new Set(candidates.filter((label) => label !== null))];
}

/** Returns the check character of ISO 7064, MOD 37,36. */
function checkCharacter(text: string): string {
  let product = 36;
  for (const character of text) {
    const sum = (product + alphabet.indexOf(character)) % 36 || 36;
    product = (sum * 2) % 37;
  }
  return alphabet[(37 - product) % 36] as string;
}
