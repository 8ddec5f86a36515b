/** An entry as staff write it: front matter, then the answer in Markdown. Format: docs/staff.md. */
import { BadFile, type MatterRules, readFrontMatter } from '../../club/front-matter';
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
} satisfies MatterRules;

/** Parses a file. @throws BadFile with the first line that is wrong */
export function parseFaqFile(file: string, language: Language): FaqDraft {
  const { matter, lines, end } = readFrontMatter(file, rules);
  const { id: slug, category, position, question } = matter;
  const { answer, answerHtml } = readAnswer(lines, end + 1);
  return {
    ...{ slug, language, category: category as SupportCategory, position: Number(position), question },
    ...{ answer, answerHtml },
    questionWords: wordsIn(question).join(' '),
    answerWords: wordsIn(textOfHtml(answerHtml)).join(' '),
  };
}

/** Reads the lines from this index on. */
function readAnswer(lines: string[], from: number): { answer: string; answerHtml: string } {
  const text = lines.slice(from).join('\n');
  const answer = text.trim();
  if (answer === '') throw new BadFile(from + 1, 'the answer is missing');
  if (answer.length > longestAnswer) throw new BadFile(from + 1, `the answer has over ${longestAnswer} characters`);
  try {
    return { answer, answerHtml: renderMarkdown(text) };
  } catch (error) {
    throw error instanceof BadMarkdown ? new BadFile(from + error.line, error.message) : error;
  }
}
