/** Text with simple markup, as data that React renders. No HTML of a back end reaches a page as it came. */

const TAGS = ['p', 'ul', 'ol', 'li', 'h3', 'strong', 'em', 'code', 'mark', 'br'] as const;
export type RichTag = (typeof TAGS)[number];
/** A text, an element with what it holds, or a link with its address and what it holds. */
export type RichNode = string | [RichTag, ...RichNode[]] | ['a', { href: string }, ...RichNode[]];

interface Open {
  tag: RichTag | 'a' | 'root';
  node: RichNode[];
}

const piece =
  /<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s=>"']+(?:="[^"]*")?)*)\s*\/?>|<!--[\s\S]*?-->|<[a-z/!?][^>]*>|[^<]+|</gi;
/** Their content is no text. */
const unread = /<(script|style|template|iframe|object|svg|math)\b[\s\S]*?(<\/\1\s*>|$)/gi;

/** Returns the text of HTML with the elements that an answer may have. Of others it keeps the text. */
export function readRichText(html: string): RichNode[] {
  const root: Open = { tag: 'root', node: [] };
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
      inner.node.push(node as RichNode);
      if (tag !== 'br') open.push({ tag, node });
    }
  }
  return root.node;
}

const isTag = (tag: string): tag is RichTag | 'a' => tag === 'a' || TAGS.some((known) => known === tag);

function makeNode(tag: RichTag | 'a', attributes: string): RichNode[] {
  if (tag !== 'a') return [tag];
  const href = decode(/\shref="([^"]*)"/i.exec(attributes)?.[1] ?? '');
  // A link that leads nowhere safe stays as its text.
  return isSafe(href) ? ['a', { href } as unknown as RichNode] : ['em'];
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
