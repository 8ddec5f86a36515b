import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './server-process';

export type Language = 'en' | 'de';
type Texts = { [key: string]: string | Texts };

const files = new Map<string, Texts>();

/**
 * Returns a function that gives the text of a key: `t('session:login.submit')`. A key without a file is of `common`. Its
 * no-break spaces are plain ones, as in what the browser and `readableText` give to compare with.
 */
export function textsIn(language: Language) {
  return (key: string, values: Record<string, string | number> = {}): string => {
    const [path = '', file = 'common'] = key.split(':').reverse();
    const found = path
      .split('.')
      .reduce<Texts | string | undefined>(
        (texts, name) => (typeof texts === 'object' ? texts[name] : undefined),
        read(language, file),
      );
    if (typeof found !== 'string') throw new Error(`There is no text ${key} in ${language}`);
    return found.replaceAll('\u00a0', ' ').replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  };
}

export type Translate = ReturnType<typeof textsIn>;

function read(language: Language, file: string): Texts {
  const path = join(root, `public/locales/${language}/${file}.json`);
  const texts = files.get(path) ?? (JSON.parse(readFileSync(path, 'utf8')) as Texts);
  files.set(path, texts);
  return texts;
}
