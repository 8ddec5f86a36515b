/**
 * Characters that a terminal obeys instead of showing them, and marks that turn the direction of writing. Members choose
 * some of the words that staff read.
 */
const obeyed = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Returns text in which such characters are escapes, such as `\u001b`, which JSON reads as the same characters. */
export const visible = (text: string): string =>
  text.replace(obeyed, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
