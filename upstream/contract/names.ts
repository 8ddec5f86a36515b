/** How people's names are written: one rule for members and for account holders. The browser loads this file, too. */

/**
 * Letters of any script with their marks, spaces, apostrophes, hyphens and full stops, and at least one letter. Mails
 * greet strangers by their first name, and mail programs turn `evil.example` into a link, so two letters must not
 * follow a full stop. The typographic characters that `tidyName` replaces are allowed, because browsers check the typed
 * text.
 */
export const namePattern = /^(?=.*\p{L})(?:[\p{L}\p{M}\p{Zs}'\u2019\-\u2010\u2011]|\.(?!\p{M}*\p{L}\p{M}*\p{L}))+$/u;

/** Returns a name as it is stored: composed, with plain apostrophes and hyphens and single spaces. */
export const tidyName = (typed: string): string =>
  typed.normalize('NFC').replaceAll(/[’ʼ]/g, "'").replaceAll(/[‐‑]/g, '-').replaceAll(/\s+/g, ' ').trim();
