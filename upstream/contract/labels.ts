/** Labels such as `OR-7KQ2M9XA4`: people copy them into remittances and read them to the support (product/README.md). */

export type LabelPrefix = 'OR' | 'TX' | 'WD' | 'AP' | 'SL';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const canonical = /^(OR|TX|WD|AP|SL)-([0-9A-HJKMNP-TV-Z]{8})([0-9A-Z])$/;

/** The label of eight random numbers, each below 32. */
export const labelOf = (prefix: LabelPrefix, random: readonly number[]): string => {
  const digits = random.map((number) => crockford[number % 32]).join('');
  return `${prefix}-${digits}${checkCharacter(prefix + digits)}`;
};

/** The canonical form of a label however it was typed, or null where it is none: one wrong character is always found. */
export function readLabel(typed: string, prefix: LabelPrefix): string | null {
  const bare = typed.toUpperCase().replace(/[\s-]/g, '');
  const label = `${bare.slice(0, 2)}-${bare.slice(2)}`;
  const [, found, digits = '', check] = canonical.exec(label) ?? [];
  return found === prefix && check === checkCharacter(found + digits) ? label : null;
}

/** Every label with this prefix in a text, such as a remittance that a bank broke into lines. */
export function findLabels(text: string, prefix: LabelPrefix): string[] {
  const bare = text.toUpperCase().replace(/[\s-]/g, '');
  const candidates = [...bare].map((_, at) => readLabel(bare.slice(at, at + 11), prefix));
  return [...new Set(candidates.filter((label) => label !== null))];
}

/** ISO 7064, MOD 37,36. */
function checkCharacter(text: string): string {
  let product = 36;
  for (const character of text) {
    const sum = (product + alphabet.indexOf(character)) % 36 || 36;
    product = (sum * 2) % 37;
  }
  return alphabet[(37 - product) % 36] as string;
}
