/** A post as staff write it: front matter, then the text in Markdown. Format: docs/staff.md. */
import { BadFile, type MatterRules, readFrontMatter } from '../club/front-matter';
import { controls, renderMarkdown, textOfHtml } from '../club/markdown';
import { PostAlt, PostCaption, PostTeaser, PostTitle } from '../contract/news';
import { type NewsCategory, newsCategories } from '../contract/news-categories';
import type { Language } from '../http/env';
import { longestBody } from './news.tables';

/** What members read of a post. */
export interface PostText {
  category: NewsCategory;
  title: string;
  teaser: string;
  isPinned: boolean;
  /** Markdown, the same as HTML, and its words alone. */
  body: string;
  bodyHtml: string;
  bodyText: string;
  readingMinutes: number;
  alt: string | null;
  caption: string | null;
}

export interface PostDraft {
  /** The same in both languages. */
  slug: string;
  language: Language;
  text: PostText;
  /** The name of the picture, in the folder of the file. */
  image: string | null;
}

const languages = ['en', 'de'] as const;
const longestId = 80;
const wordsAMinute = 200;

const line = (longest: number | null) => ({
  isRight: (value: string) => /[\p{L}\p{N}]/u.test(value) && value.length <= (longest ?? 0),
  rule: `has words, and at most ${longest} characters`,
});

const rules = {
  id: {
    isRight: (value) => value.length <= longestId && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value),
    rule: `is up to ${longestId} lower case letters and digits, with single hyphens between them`,
  },
  language: { isRight: (value) => languages.some((known) => known === value), rule: 'is en or de' },
  category: {
    isRight: (value) => newsCategories.some((category) => category === value),
    rule: `is one of ${newsCategories.join(', ')}`,
  },
  title: line(PostTitle.maxLength),
  teaser: line(PostTeaser.maxLength),
  pinned: { isRight: (value) => value === 'yes' || value === 'no', rule: 'is yes or no', optional: true },
  image: {
    isRight: (value) => /^[\p{L}\p{N}_-][\p{L}\p{N}._ -]{0,99}$/u.test(value),
    rule: 'is the name of a file beside this one',
    optional: true,
  },
  alt: { ...line(PostAlt.maxLength), optional: true },
  caption: { ...line(PostCaption.maxLength), optional: true },
} satisfies MatterRules;

/** Parses a file. @throws BadFile with the first line that is wrong */
export function parsePostFile(file: string): PostDraft {
  refuseControls(file);
  const { matter, lines, end } = readFrontMatter(file, rules);
  const { id: slug, language, category, title, teaser, pinned, image = null, alt = null, caption = null } = matter;
  if (image !== null && alt === null) throw new BadFile(1, 'a picture needs an alt, which says what it shows');
  if (image === null && (alt ?? caption) !== null) throw new BadFile(1, 'alt and caption belong to an image');
  const body = lines
    .slice(end + 1)
    .join('\n')
    .trim();
  if (body === '') throw new BadFile(end + 2, 'the text is missing');
  if (body.length > longestBody) throw new BadFile(end + 2, `the text has over ${longestBody} characters`);
  const bodyHtml = renderMarkdown(lines, end + 1);
  const bodyText = textOfHtml(bodyHtml);
  const readingMinutes = Math.max(1, Math.round(bodyText.split(' ').length / wordsAMinute));
  return {
    ...{ slug, language: language as Language, image },
    text: {
      ...{ category: category as NewsCategory, title, teaser, isPinned: pinned === 'yes' },
      ...{ body, bodyHtml, bodyText, readingMinutes, alt, caption },
    },
  };
}

function refuseControls(file: string): void {
  for (const [index, text] of file.split('\n').entries()) {
    if (controls.test(text)) throw new BadFile(index + 1, 'a control character is not possible here');
  }
}
