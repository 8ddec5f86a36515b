/**
 * The Markdown that staff hand in: paragraphs, lists, headings, quotations, **bold**, *italic*, `code` and links. A library reads
 * it, what it does not allow is refused with its line, and a second library lets only a short list of elements pass.
 */
import { Lexer, Parser, type Token, type Tokens } from 'marked';
import sanitize from 'sanitize-html';
import { BadFile } from './front-matter';

/** How many lists and quotations may be one inside the other. */
const deepest = 4;
/** The longest paragraph, heading or line of a list. The time of the library can grow with the square of it. */
const longestParagraph = 2000;
const tooLong = `a paragraph has at most ${longestParagraph} characters`;
/**
 * The library looks for the end of a mail address from each letter of a word, and for the end of what each sign begins.
 * So its time grows with the square of both.
 */
const longestWord = 300;
const mostSigns = 100;

/** No page, mail or feed can show these, and some are forbidden in XML. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
export const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff]/u;

/** What a text may have. All else is refused, so that staff learn of it before members do. */
const possible = new Set([
  ...['space', 'paragraph', 'heading', 'list', 'list_item', 'blockquote', 'hr'],
  ...['text', 'strong', 'em', 'codespan', 'link', 'br', 'escape'],
]);
const faults: Record<string, string> = {
  html: 'HTML is not possible here',
  image: 'a picture is named in the front matter',
  code: 'a block of code is not possible here',
  table: 'a table is not possible here',
  del: 'crossed-out text is not possible here',
  def: 'a link is written [words](address)',
};

const elements: sanitize.IOptions = {
  allowedTags: ['p', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'hr', 'strong', 'em', 'code', 'a', 'br'],
  allowedAttributes: { a: ['href'], ol: ['start'] },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: 20,
};

/**
 * Returns HTML of a short list of elements.
 * @param lines of the file, of which the text begins at the index `from`
 * @throws BadFile with the line of the file
 */
export function renderMarkdown(lines: string[], from: number): string {
  const text = lines.slice(from);
  refuseDepth(text, from);
  refuseLength(text, from);
  // These are the steps of `Lexer.lex`, with a check between them: reading a long paragraph takes too long.
  const lexer = new Lexer({ gfm: true });
  lexer.blockTokens(text.join('\n').replace(/\r\n?/g, '\n'), lexer.tokens);
  checkAll(lexer.tokens, from);
  for (const { src, tokens } of lexer.inlineQueue) lexer.inlineTokens(src, tokens);
  checkAll(lexer.tokens, from);
  return sanitize(Parser.parse(lexer.tokens, { gfm: true }), elements).trim();
}

function checkAll(tokens: readonly Token[], from: number): void {
  let line = from + 1;
  for (const token of tokens) {
    check(token, token.raw, line);
    line += linesIn(token.raw);
  }
}

/** Returns the words of HTML that `renderMarkdown` made, without its elements. */
export const textOfHtml = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => signs[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** Runs before the library reads the text, because the recursion of the library is as deep as the text. */
function refuseDepth(lines: string[], from: number): void {
  for (const [index, line] of lines.entries()) {
    const [indent = ''] = /^\s*/.exec(line) ?? [];
    const [markers = ''] = /^(?:\s|>|[-*+](?=\s)|\d{1,9}[.)](?=\s))*/.exec(line) ?? [];
    const depth = markers.match(/>|[-*+]|\d+[.)]/g)?.length ?? 0;
    if (depth > deepest || indent.length > deepest * 4)
      throw new BadFile(from + index + 1, `lists and quotations may be ${deepest} deep`);
  }
}

/** Runs before the library reads the text, because its time for the lines that go on in a list grows with their square. */
function refuseLength(lines: string[], from: number): void {
  let [begin, length, wasQuoted] = [0, 0, false];
  for (const [index, line] of lines.entries()) {
    const isQuoted = line.trimStart().startsWith('>');
    if (beginsAnew.test(line) || (isQuoted && !wasQuoted)) [begin, length] = [index, 0];
    // After a quotation has begun, a line with or without `>` goes on with it.
    wasQuoted = line.trim() !== '' && (isQuoted || wasQuoted);
    length += line.length;
    if (length > longestParagraph) throw new BadFile(from + begin + 1, tooLong);
  }
}

/** A line that does not go on with the paragraph before it: empty, of a list, a heading or a rule; also in a quotation. */
const beginsAnew = /^[\s>]*($|[-*+](\s|$)|\d{1,9}[.)](\s|$)|#|[-*_=\s]+$)/;

function check(token: Token, raw: string, line: number): void {
  const fault = faultOf(token);
  if (fault) throw new BadFile(line, fault);
  let [at, here] = [0, line];
  for (const child of childrenOf(token)) {
    // The text of a list or a quotation has lost its markers, so a child may not be found as it was typed.
    const found = raw.indexOf(child.raw, at);
    if (found > at) here += linesIn(raw.slice(at, found));
    check(child, child.raw, here);
    if (found < 0) continue;
    at = found + child.raw.length;
    here += linesIn(child.raw);
  }
}

const linesIn = (text: string): number => text.split('\n').length - 1;

function faultOf(token: Token): string | undefined {
  if (!possible.has(token.type)) return faults[token.type] ?? `${token.type} is not possible here`;
  if (token.type === 'heading' && token.depth !== 2 && token.depth !== 3) return 'a heading has ## or ### before it';
  if ('text' in token && /^(paragraph|heading|text)$/.test(token.type))
    return costOf(token.text) ?? controlIn(token.text);
  if (token.type === 'list_item' && token.task) return 'a box to tick is not possible here';
  if (token.type === 'link' && hasLink(token)) return 'a link is not possible in another one';
  if (token.type !== 'link' || /^(\/(?![/\\])|https:\/\/[^/]|mailto:.)/i.test(token.href)) return undefined;
  return `a link leads to /…, https://… or mailto:…, not to “${token.href}”`;
}

function costOf(text: string): string | undefined {
  if (text.length > longestParagraph) return tooLong;
  if (text.split(/\s/).some((word) => word.length > longestWord)) return `a word has at most ${longestWord} characters`;
  if ((text.match(/[*_[\]<`&\\]/g)?.length ?? 0) > mostSigns)
    return `a paragraph has at most ${mostSigns} of the signs * _ [ ] < & \` and \\`;
  return undefined;
}

const hasLink = (token: Token): boolean => childrenOf(token).some((child) => child.type === 'link' || hasLink(child));

/** The second library writes `&#1;` as the sign that it stands for. */
function controlIn(text: string): string | undefined {
  for (const [typed, hex, decimal] of text.matchAll(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi)) {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    if (code <= 0x10ffff && controls.test(String.fromCodePoint(code)))
      return `${typed} is a control character, which is not possible here`;
  }
  return undefined;
}

const childrenOf = (token: Token): Token[] =>
  token.type === 'list' ? (token as Tokens.List).items : 'tokens' in token ? (token.tokens ?? []) : [];
