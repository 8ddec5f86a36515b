/** Text with simple markup, as data that React renders. No HTML of a back end reaches a page as it came. */

const TAGS = [
  'p',
  'ul',
  'ol',
  'li',
  'h2',
  'h3',
  'blockquote',
  'strong',
  'em',
  'code',
  'mark',
  'a',
  'br',
  'hr',
] as const;
export type RichTag = (typeof TAGS)[number];
/** The address of a link, and the number that a list begins with. */
export interface RichAttributes {
  href?: string;
  start?: number;
}
/** A text, or an element with its attributes and what it holds. */
export type RichNode = string | [RichTag, RichAttributes, ...RichNode[]];

interface Open {
  tag: RichTag | 'root';
  node: (RichNode | RichAttributes)[];
}

const piece =
  /<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s=>"']+(?:="[^"]*")?)*)\s*\/?>|<!--[\s\S]*?-->|<[a-z/!?][^>]*>|[^<]+|</gi;
/** Their content is no text. */
const unread = /<(script|style|template|iframe|object|svg|math)\b[\s\S]*?(<\/\1\s*>|$)/gi;

/** Returns the text of HTML with the elements that answers and posts may have. Of others it keeps the text. */
export function readRichText(html: string): RichNode[] {
  const root: Open & { node: RichNode[] } = { tag: 'root', node: [] };
  const open: Open[] = [root];
  for (const [whole, slash, name = '', attributes = ''] of html.replace(unread, '').matchAll(piece)) {
    const tag = name.toLowerCase();
    const inner = open.at(-1) ?? root;
    if (whole === '<' || !whole.startsWith('<')) inner.node.push(decode(whole));
    else if (!isTag(tag)) continue;
    else if (slash) {
      const at = open.findLastIndex((one) => one.tag === tag);
      if (at > 0) open.length = at;
    } else {
      const node = makeNode(tag, attributes);
      inner.node.push(node);
      if (!isVoid(tag)) open.push({ tag, node });
    }
  }
  return root.node;
}

const isTag = (tag: string): tag is RichTag => TAGS.some((known) => known === tag);

/** They hold nothing. */
export const isVoid = (tag: RichTag): boolean => tag === 'br' || tag === 'hr';

function makeNode(tag: RichTag, attributes: string): Exclude<RichNode, string> {
  if (tag === 'ol') {
    const [, start] = /\sstart="(\d{1,6})"/i.exec(attributes) ?? [];
    return start ? [tag, { start: Number(start) }] : [tag, {}];
  }
  if (tag !== 'a') return [tag, {}];
  const href = decode(/\shref="([^"]*)"/i.exec(attributes)?.[1] ?? '');
  // A link that leads nowhere safe stays as its text.
  return isSafe(href) ? [tag, { href }] : ['em', {}];
}

/** A path of this site, or an address whose kind runs no script. Browsers leave out tabs and line ends: `/\t/a.example`. */
const isSafe = (href: string): boolean => /^(\/(?![/\\])|https:\/\/|mailto:)[^\t\n\r]*$/i.test(href);

const SIGNS: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#039': "'",
  nbsp: '\u00a0',
};

const decode = (text: string): string =>
  text.replace(/&(#?\w+);/g, (entity, name: string) => SIGNS[name.toLowerCase()] ?? entity);
