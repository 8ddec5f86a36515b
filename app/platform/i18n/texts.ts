/** The texts of one language, for server and browser. The locale files have the format of i18next. */
import type { Language } from '../page/modules';

/**
 * Returns the text of a key, `path.to.text` or `file:path.to.text`, with its values in the place of their names. With
 * `count` it is the form of that number. A key without a text comes back as it is, or as `defaultValue`. So a sentence
 * of upstream stays what it is.
 */
export type Translate = (key: string, values?: Values) => string;

type Values = Readonly<Record<string, unknown>>;

/** A locale file. */
export interface LocaleFile {
  [name: string]: string | LocaleFile;
}

export interface Texts {
  language: Language;
  /** Looks up in `common`. */
  t: Translate;
  /** Returns the lookup in a file, always the same one. */
  in(file: string): Translate;
  add(name: string, file: LocaleFile): void;
  /** Returns whether the file is loaded. */
  has(file: string): boolean;
  /** Returns the names of the loaded files. */
  files(): string[];
}

/** @param report gets the name of a text that is missing */
export function createTexts(language: Language, report: (name: string) => void): Texts {
  const loaded = new Map<string, Map<string, string>>();
  const lookups = new Map<string, Translate>();
  const lookUp = (own: string, key: string, values?: Values): string => {
    const at = key.indexOf(':');
    const file = at < 0 ? own : key.slice(0, at);
    const path = key.slice(at + 1);
    const text = formOf(loaded.get(file), path, values?.count);
    if (text !== undefined) return values ? fill(text, values) : text;
    const shown = String(values?.defaultValue ?? key);
    // A call may have a sentence of its own in place of a text.
    if (KEY.test(path) && (shown === key || DOTTED_KEY.test(shown))) report(`${file}:${path}`);
    return shown;
  };
  const lookupIn = (file: string): Translate => {
    const lookup = lookups.get(file) ?? ((key, values) => lookUp(file, key, values));
    lookups.set(file, lookup);
    return lookup;
  };
  return {
    language,
    t: lookupIn('common'),
    in: lookupIn,
    add: (name, file) => void loaded.set(name, flatten(file)),
    has: (file) => loaded.has(file),
    files: () => [...loaded.keys()],
  };
}

const KEY = /^[a-z]\w*(\.\w+)*$/;
const DOTTED_KEY = /^([a-z]+:)?[a-z]\w*(\.\w+)+$/;

function flatten(file: LocaleFile, prefix = '', into = new Map<string, string>()): Map<string, string> {
  for (const [name, text] of Object.entries(file)) {
    if (typeof text === 'string') into.set(prefix + name, text);
    else flatten(text, `${prefix}${name}.`, into);
  }
  return into;
}

/** English and German have the same two forms. A text may have one more for zero. */
function formOf(texts: Map<string, string> | undefined, path: string, count: unknown): string | undefined {
  if (typeof count !== 'number') return texts?.get(path);
  const zero = count === 0 ? texts?.get(`${path}_zero`) : undefined;
  return zero ?? texts?.get(`${path}_${Math.abs(count) === 1 ? 'one' : 'other'}`) ?? texts?.get(path);
}

/** Puts in the values. Braces in a value are not replaced. A name without a value stays as it is written. */
const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (written, name: string) => (name in values ? String(values[name] ?? '') : written));
