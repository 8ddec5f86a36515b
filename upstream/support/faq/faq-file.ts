/** An entry as staff write it: front matter, then the answer in Markdown. Format: docs/staff.md. */
import { type SupportCategory, supportCategories } from '../../contract/support-faq';
import type { Language } from '../../http/env';
import { BadMarkdown, renderMarkdown, textOfHtml } from './markdown';
import { wordsIn } from './words';

export interface FaqDraft {
  slug: string;
  language: Language;
  category: SupportCategory;
  position: number;
  question: string;
  /** Markdown, and the same as HTML. */
  answer: string;
  answerHtml: string;
  /** Words in lower case with spaces between them. */
  questionWords: string;
  answerWords: string;
}

/** The file does not follow the format. `line` begins with 1. */
export class BadFaqFile extends Error {
  override name = 'BadFaqFile';
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

const longestId = 80;
const longestQuestion = 200;
const longestAnswer = 5000;

const rules = {
  id: {
    isRight: (value) => value.length <= longestId && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value),
    rule: `is up to ${longestId} lower case letters and digits, with single hyphens between them`,
  },
  category: {
    isRight: (value) => supportCategories.some((category) => category === value),
    rule: `is one of ${supportCategories.join(', ')}`,
  },
  position: { isRight: (value) => /^[1-9]\d{0,3}$/.test(value), rule: 'is a whole number from 1 to 9999' },
  question: {
    isRight: (value) => value.length <= longestQuestion && wordsIn(value).length > 0,
    rule: `has words, and at most ${longestQuestion} characters`,
  },
} satisfies Record<string, { isRight(value: string): boolean; rule: string }>;

type Key = keyof typeof rules;
const keys = Object.keys(rules) as Key[];
const isKey = (name: string): name is Key => Object.hasOwn(rules, name);

/** Parses a file. @throws BadFaqFile with the first line that is wrong */
export function parseFaqFile(file: string, language: Language): FaqDraft {
  const lines = file
    .normalize('NFC')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trimEnd());
  const end = lines.indexOf('---', 1);
  if (lines[0] !== '---' || end < 0)
    throw new BadFaqFile(1, 'it does not begin with front matter between two lines ---');
  const { id: slug, category, position, question } = readMatter(lines.slice(0, end));
  const { answer, answerHtml } = readAnswer(lines, end + 1);
  return {
    ...{ slug, language, category: category as SupportCategory, position: Number(position), question },
    ...{ answer, answerHtml },
    questionWords: wordsIn(question).join(' '),
    answerWords: wordsIn(textOfHtml(answerHtml)).join(' '),
  };
}

/** Reads the lines after the first, which is `---`. */
function readMatter(lines: string[]): Record<Key, string> {
  const matter: Partial<Record<Key, string>> = {};
  for (const [index, text] of lines.entries()) {
    const line = index + 1;
    if (index === 0 || text.trim() === '') continue;
    const [, name = '', typed = ''] = /^([a-z]+): *(.*)$/.exec(text) ?? [];
    if (!isKey(name)) throw new BadFaqFile(line, `expected one of ${keys.join(', ')}, as in “position: 3”`);
    if (matter[name] !== undefined) throw new BadFaqFile(line, `${name} is there twice`);
    const value = withoutQuotes(typed);
    if (!rules[name].isRight(value)) throw new BadFaqFile(line, `${name} ${rules[name].rule}, not “${value}”`);
    matter[name] = value;
  }
  const missing = keys.filter((key) => matter[key] === undefined);
  if (missing.length > 0) throw new BadFaqFile(1, `the front matter lacks ${missing.join(', ')}`);
  return matter as Record<Key, string>;
}

/** A value may have quotes around it, as in YAML. */
const withoutQuotes = (value: string): string => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;

/** Reads the lines from this index on. */
function readAnswer(lines: string[], from: number): { answer: string; answerHtml: string } {
  const text = lines.slice(from).join('\n');
  const answer = text.trim();
  if (answer === '') throw new BadFaqFile(from + 1, 'the answer is missing');
  if (answer.length > longestAnswer) throw new BadFaqFile(from + 1, `the answer has over ${longestAnswer} characters`);
  try {
    return { answer, answerHtml: renderMarkdown(text) };
  } catch (error) {
    throw error instanceof BadMarkdown ? new BadFaqFile(from + error.line, error.message) : error;
  }
}
