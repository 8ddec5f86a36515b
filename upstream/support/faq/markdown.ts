/**
 * The Markdown of answers: paragraphs, lists, headings (`##`), **bold**, *italic*, `code` and links. HTML is shown as
 * text. What members would not see as meant is refused with its line, so that staff learn of it before members do.
 */

/** The text is not the Markdown that answers may have. */
export class BadMarkdown extends Error {
  override name = 'BadMarkdown';
  /** @param line from 1, within the text */
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/** Returns HTML of p, ul, ol, li, h3, strong, em, code and a. Everything else in it is escaped. @throws BadMarkdown */
export function renderMarkdown(text: string): string {
  return blocksIn(text.split('\n')).map(renderBlock).join('');
}

/** Returns text as HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** Returns what somebody reads of HTML that `renderMarkdown` made. */
export const textOfHtml = (html: string): string =>
  html.replace(/<[^>]*>/g, ' ').replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => signs[entity] ?? entity);

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const signs = Object.fromEntries(Object.entries(entities).map(([sign, entity]) => [entity, sign]));

interface Block {
  kind: 'p' | 'ul' | 'ol' | 'h3';
  /** For a list its items, otherwise one. */
  parts: { line: number; text: string }[];
}

const bullet = /^[-*] +(\S.*)$/;
const numbered = /^\d{1,3}[.)] +(\S.*)$/;
const firstNumber = /^1[.)] +(\S.*)$/;
const heading = /^##{1,2} +(\S.*)$/;

/** What CommonMark has and answers have not. Without this it would stand in the answer as it was typed. */
const unknown: [RegExp, string][] = [
  [/^(```|~~~)/, 'a block of code is not possible here'],
  [/^#/, 'a heading has ## and a space before it'],
  [/^>/, 'a quotation is not possible here'],
  [/^\|.*\|$/, 'a table is not possible here'],
  [/^(=+|([-*_])( *\2)+)$/, 'a line of signs is not possible here, and a heading has ## before it'],
];

function blocksIn(lines: string[]): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const [index, typed] of lines.entries()) {
    const line = index + 1;
    const text = typed.trim();
    const { kind, content } = read(text, open);
    if (kind !== 'p' && open && /^\s/.test(typed))
      throw new BadMarkdown(line, 'a list inside a list is not possible here');
    const fault = kind === 'p' && unknown.find(([pattern]) => pattern.test(text));
    if (fault) throw new BadMarkdown(line, fault[1]);
    const last = open?.parts.at(-1);
    if (text === '') open = undefined;
    else if (kind === 'p' && last) last.text += `\n${content}`;
    else if (kind !== 'p' && open?.kind === kind) open.parts.push({ line, text: content });
    else {
      open = { kind, parts: [{ line, text: content }] };
      blocks.push(open);
    }
    if (kind === 'h3') open = undefined;
  }
  return blocks.reduce(joinLists, []);
}

/** Within a paragraph only a first number begins a list: “3. Mai” may begin one of its lines. */
function read(text: string, open: Block | undefined): { kind: Block['kind']; content: string } {
  const patterns = { ul: bullet, ol: open?.kind === 'p' ? firstNumber : numbered, h3: heading } as const;
  for (const [kind, pattern] of Object.entries(patterns) as [Block['kind'], RegExp][]) {
    const content = pattern.exec(text)?.[1];
    if (content !== undefined) return { kind, content };
  }
  return { kind: 'p', content: text };
}

/** Items with blank lines between them are one list. */
function joinLists(blocks: Block[], block: Block): Block[] {
  const before = blocks.at(-1);
  if (before && before.kind === block.kind && (block.kind === 'ul' || block.kind === 'ol')) {
    before.parts.push(...block.parts);
    return blocks;
  }
  return [...blocks, block];
}

function renderBlock({ kind, parts }: Block): string {
  const contents = parts.map(({ text, line }) => renderInline(text, line));
  if (kind === 'p' || kind === 'h3') return `<${kind}>${contents.join('')}</${kind}>`;
  return `<${kind}>${contents.map((content) => `<li>${content}</li>`).join('')}</${kind}>`;
}

const inline =
  /\\(?<sign>[!-/:-@[-`{-~])|`(?<code>[^`]+)`|\*\*(?=\S)(?<strong>(?:[^*]|\*(?!\*))+?)(?<=\S)\*\*|\*(?=[^\s*])(?<em>[^*]+?)(?<=\S)\*|(?<![\p{L}\p{N}_])_(?=[^\s_])(?<low>[^_]+?)(?<=\S)_(?![\p{L}\p{N}_])|(?<picture>!?)\[(?<label>[^\][]+)\]\((?<target>[^()\s]+)\)/gu;

/** @param line the line of the file where the text begins */
function renderInline(text: string, line: number): string {
  let html = '';
  let at = 0;
  const lineAt = (index: number) => line + text.slice(0, index).split('\n').length - 1;
  for (const match of text.matchAll(inline)) {
    html += plain(text.slice(at, match.index), lineAt(at));
    html += renderSpan(match.groups ?? {}, lineAt(match.index));
    at = match.index + match[0].length;
  }
  return html + plain(text.slice(at), lineAt(at));
}

function renderSpan({ sign, code, strong, em, low, picture, label, target }: Record<string, string>, line: number) {
  if (sign !== undefined) return escapeHtml(sign);
  if (code !== undefined) return `<code>${escapeHtml(code)}</code>`;
  if (strong !== undefined) return `<strong>${renderInline(strong, line)}</strong>`;
  const slanted = em ?? low;
  if (slanted !== undefined) return `<em>${renderInline(slanted, line)}</em>`;
  if (picture) throw new BadMarkdown(line, 'a picture is not possible here');
  const address = target ?? '';
  if (!/^(\/(?![/\\])|https:\/\/[^/]|mailto:.)/i.test(address))
    throw new BadMarkdown(line, `a link leads to /…, https://… or mailto:…, not to “${address}”`);
  return `<a href="${escapeHtml(address)}">${renderInline(label ?? '', line)}</a>`;
}

function plain(text: string, line: number): string {
  const left = /\*\*|\]\(/.exec(text);
  if (!left) return escapeHtml(text);
  const lineOfFault = line + text.slice(0, left.index).split('\n').length - 1;
  throw new BadMarkdown(lineOfFault, left[0] === '**' ? '** is not closed' : 'a link is not complete');
}
