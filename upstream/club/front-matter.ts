/** Text files that staff hand in: front matter between two lines `---`, then Markdown. */

/** The file does not follow the format. `line` begins with 1. */
export class BadFile extends Error {
  override name = 'BadFile';
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/** What each key may be. Keys are needed unless they are optional. */
export type MatterRules = Record<string, { isRight(value: string): boolean; rule: string; optional?: true }>;

type Matter<R extends MatterRules> = { [K in keyof R]: R[K] extends { optional: true } ? string | undefined : string };

/**
 * Reads the front matter of a file.
 * @returns the values, all lines of the file without space at their ends, and the index of the line that ends the front matter
 * @throws BadFile with the first line that is wrong
 */
export function readFrontMatter<R extends MatterRules>(
  file: string,
  rules: R,
): { matter: Matter<R>; lines: string[]; end: number } {
  const lines = file
    .normalize('NFC')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trimEnd());
  const end = lines.indexOf('---', 1);
  if (lines[0] !== '---' || end < 0) throw new BadFile(1, 'it does not begin with front matter between two lines ---');
  const matter = readMatter(lines.slice(0, end), rules);
  const missing = Object.keys(rules).filter((key) => !rules[key]?.optional && matter[key] === undefined);
  if (missing.length > 0) throw new BadFile(1, `the front matter lacks ${missing.join(', ')}`);
  return { matter: matter as Matter<R>, lines, end };
}

/** Reads the lines after the first, which is `---`. */
function readMatter(lines: string[], rules: MatterRules): Record<string, string> {
  const matter: Record<string, string> = {};
  for (const [index, text] of lines.entries()) {
    const line = index + 1;
    if (index === 0 || text.trim() === '') continue;
    const [, name = '', typed = ''] = /^([a-z][a-z-]*): *(.*)$/.exec(text) ?? [];
    const known = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (!known)
      throw new BadFile(line, `expected one of ${Object.keys(rules).join(', ')}, as in “${Object.keys(rules)[0]}: …”`);
    if (Object.hasOwn(matter, name)) throw new BadFile(line, `${name} is there twice`);
    const value = withoutQuotes(typed);
    if (!known.isRight(value)) throw new BadFile(line, `${name} ${known.rule}, not “${value}”`);
    matter[name] = value;
  }
  return matter;
}

/** A value may have quotes around it, as in YAML. */
const withoutQuotes = (value: string): string => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
