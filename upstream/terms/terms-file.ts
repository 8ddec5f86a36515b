/** Terms in the file format for staff: front matter, then the text in both languages. Format: docs/staff.md. */
import { parseInstant } from '../club/options';
import type { Publication } from './versions';

export type TermsDraft = Pick<Publication, 'slug' | 'name' | 'text' | 'required' | 'effectiveAt'>;

/** The file does not follow the format. The message says where. */
export class BadTermsFile extends Error {
  override name = 'BadTermsFile';
}

const keys = ['slug', 'required', 'effective', 'name-en', 'name-de'] as const;
type Key = (typeof keys)[number];

const separator = /^<!-- (en|de) -->$/;

/**
 * Parses a terms file. `effective: now` becomes `now`. A date without a time means its start in UTC.
 * @throws BadTermsFile
 */
export function parseTermsFile(file: string, now: Date): TermsDraft {
  const lines = file
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trimEnd());
  const end = lines.indexOf('---', 1);
  if (lines[0] !== '---' || end < 0)
    throw new BadTermsFile('It does not begin with front matter between two lines ---');
  const matter = readMatter(lines.slice(1, end));
  return {
    slug: matter.slug,
    name: { en: matter['name-en'], de: matter['name-de'] },
    required: readChoice(matter.required),
    effectiveAt: readInstant(matter.effective, now),
    text: readTexts(lines.slice(end + 1)),
  };
}

function readMatter(lines: string[]): Record<Key, string> {
  const matter: Partial<Record<Key, string>> = {};
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const [, name = '', value = ''] = /^([a-z-]+): *(.*)$/.exec(line) ?? [];
    const where = `Line ${at + 2}`;
    if (!isKey(name)) throw new BadTermsFile(`${where}: expected one of ${keys.join(', ')}, as in “slug: membership”`);
    if (matter[name] !== undefined) throw new BadTermsFile(`${where}: ${name} is there twice`);
    if (value === '') throw new BadTermsFile(`${where}: ${name} says nothing`);
    matter[name] = value;
  }
  const missing = keys.filter((key) => matter[key] === undefined);
  if (missing.length > 0) throw new BadTermsFile(`The front matter lacks ${missing.join(', ')}`);
  return matter as Record<Key, string>;
}

const isKey = (name: string): name is Key => (keys as readonly string[]).includes(name);

function readChoice(value: string): boolean {
  if (value === 'yes' || value === 'no') return value === 'yes';
  throw new BadTermsFile(`required is yes or no, not “${value}”`);
}

function readInstant(value: string, now: Date): Date {
  if (value === 'now') return now;
  const instant = parseInstant(value);
  if (!instant) {
    throw new BadTermsFile(`effective is “now”, a date, or a time such as 2027-01-01T09:00+01:00, not “${value}”`);
  }
  if (instant.toISOString().slice(0, 10) < now.toISOString().slice(0, 10)) {
    throw new BadTermsFile(`effective is over: nobody can have agreed to this on ${value}`);
  }
  return instant;
}

function readTexts(lines: string[]): { en: string; de: string } {
  const texts: { en?: string[]; de?: string[] } = {};
  let current: string[] | undefined;
  for (const line of lines) {
    const language = separator.exec(line)?.[1] as 'en' | 'de' | undefined;
    if (language && texts[language]) throw new BadTermsFile(`<!-- ${language} --> is there twice`);
    if (language) {
      current = [];
      texts[language] = current;
    } else if (current) current.push(line);
    else if (line !== '') throw new BadTermsFile('There is text before <!-- en --> and <!-- de -->');
  }
  const { en, de } = { en: joined(texts.en), de: joined(texts.de) };
  if (!en || !de)
    throw new BadTermsFile('The text is missing: each language stands below a line <!-- en --> or <!-- de -->');
  return { en, de };
}

/** A heading is a paragraph of its own, also without blank lines around it. */
const joined = (lines: string[] = []): string =>
  lines
    .map((line) => (line.startsWith('# ') ? `\n${line}\n` : line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
