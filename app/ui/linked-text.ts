/** Plain text that somebody wrote, in paragraphs and lines, with its web addresses (docs/product/support.md#tickets, chat.md). */

export type TextPart = string | { href: string };

const ADDRESS = /\bhttps?:\/\/[^\s<>"'“”„‘’]+/gi;
/** Signs that end a sentence, not an address. */
const AFTER = '.,;:!?…*_~';

/** Returns the paragraphs as lists of lines, each line as texts and addresses. */
export function paragraphsOf(text: string): TextPart[][][] {
  return text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => paragraph.trimEnd().split('\n').map(partsOf));
}

/** Only addresses that begin with `http://` or `https://` and that a browser can read become links. */
export function partsOf(line: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of line.matchAll(ADDRESS)) {
    const href = withoutEnd(match[0]);
    if (!isAddress(href)) continue;
    if (match.index > end) parts.push(line.slice(end, match.index));
    parts.push({ href });
    end = match.index + href.length;
  }
  if (end < line.length) parts.push(line.slice(end));
  return parts;
}

/** Looks at each sign once, because whoever writes a text chooses how many signs end it. */
function withoutEnd(found: string): string {
  let unopened = found.split(')').length - found.split('(').length;
  let end = found.length;
  for (; end > 0; end--) {
    const last = found.charAt(end - 1);
    if (AFTER.includes(last)) continue;
    // A closing bracket belongs to the sentence, unless the address opened it.
    if (last !== ')' || unopened <= 0) break;
    unopened--;
  }
  return found.slice(0, end);
}

function isAddress(text: string): boolean {
  try {
    const { protocol, hostname, username, password } = new URL(text);
    // A name before the host hides where the link leads: https://almende.example@evil.example
    return /^https?:$/.test(protocol) && hostname !== '' && username === '' && password === '';
  } catch {
    return false;
  }
}
