import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { importsOf, isTest, listFiles, listSources, root } from './sources';
import { namedFiles, type TextReference, textReferences, waitedFiles } from './text-references';

type Texts = Map<string, string>;

/** Returns the texts of one language by `namespace:key`. */
function readTexts(language: string): Texts {
  const texts: Texts = new Map();
  for (const path of listFiles(`public/locales/${language}`)) {
    flatten(JSON.parse(readFileSync(join(root, path), 'utf8')), `${basename(path, '.json')}:`, texts);
  }
  return texts;
}

function flatten(node: Record<string, unknown>, prefix: string, into: Texts): void {
  for (const [key, value] of Object.entries(node)) {
    if (typeof value === 'object' && value !== null)
      flatten(value as Record<string, unknown>, `${prefix}${key}.`, into);
    else into.set(prefix + key, String(value));
  }
}

const en = readTexts('en');
const de = readTexts('de');
const schemas = import.meta.glob<Record<string, unknown>>('../app/**/*.schema.ts', { eager: true });
const references = ['app', 'server.ts']
  .flatMap(listSources)
  .filter((path) => !isTest(path))
  .flatMap(textReferences);

describe('English and German', () => {
  it('have the same texts', () => {
    expect(en.size).toBeGreaterThan(0);
    expect([...de.keys()].sort()).toEqual([...en.keys()].sort());
  });

  it('put the same values into each text', () => {
    const differing = [...en].filter(
      ([key, text]) => de.has(key) && String(placeholders(text)) !== String(placeholders(de.get(key) ?? '')),
    );
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it.each([
    ['English', en],
    ['German', de],
  ])('%s has no empty or untidy text', (_, texts) => {
    const untidy = [...texts].filter(
      ([, text]) => text === '' || text !== text.trim() || /\s\s|\{\{|\.\.\./.test(text),
    );
    // The specification's own words, section 4.
    expect(untidy.filter(([, text]) => !/^(Later|Später) \.\.\.$/.test(text)).map(([key]) => key)).toEqual([]);
  });
});

describe('the signs in a text', () => {
  const unit =
    /(\d|\{\w+\}) (KB|Uhr|hours?|days?|minutes?|seconds?|years?|Stunden?|Tagen?|Jahren?|Minuten?|Sekunden?)\b|§ /;

  it.each([
    ['English', en, /["„]|(?<!\w)'/],
    ['German', de, /["”]|(?<!\w)'/],
  ])('%s has its own quotation marks, and no number apart from its unit', (_, texts, foreign) => {
    expect([...texts].filter(([, text]) => foreign.test(text) || unit.test(text))).toEqual([]);
  });
});

describe('texts about a field', () => {
  // A label is a noun, a question or a whole sentence. “I have saved them is missing” was such a text.
  it('never make the label the subject of an error', () => {
    const clumsy = /\{field\} (fehlt|ist|hat|braucht|darf|enthält|stimmt|endet|is|has|needs|may|contains|ends)\b/;
    expect([...en, ...de].filter(([, text]) => clumsy.test(text))).toEqual([]);
  });
});

describe('a form', () => {
  const fieldsThatNobodyTypes =
    /^(intent|id|closed|token|etag|idempotency_key|recovery_codes|panel|account|act|scheme|value|before|participant)$/;

  it('says of each field that it requires what is missing', () => {
    const exported = Object.values(schemas).flatMap((module) => Object.entries(module));
    const required = exported.flatMap(([name, schema]) => (name.endsWith('Schema') ? requiredFields(schema) : []));
    const typed = required.filter((name) => !fieldsThatNobodyTypes.test(name));
    expect(typed).toContain('password_confirmation');
    expect(typed.filter((name) => !en.has(`common:form.missing.${name}`))).toEqual([]);
  });
});

describe('texts in the code', () => {
  it('have keys that the types name', () => {
    // A call with a text of its own may be about what has none.
    const open = references.filter(
      ({ certain, key, values }) => certain && key.includes('*') && !values?.includes('defaultValue'),
    );
    expect(open.map(show)).toEqual([]);
  });

  it('exist', () => {
    const missing = references.filter((reference) => reference.certain && matches(reference).length === 0);
    expect(missing.map(show)).toEqual([]);
  });

  it('are given the values that they name', () => {
    const lacking = references.flatMap((reference) => {
      const wanted = matches(reference).flatMap((key) => placeholders(en.get(key) ?? ''));
      const { certain, key, values } = reference;
      // A template can mean several texts. The call gives each its values at run time.
      if (key.includes('*')) return [];
      return certain && values
        ? wanted.filter((name) => !values.includes(name)).map((name) => `${show(reference)}: {${name}}`)
        : [];
    });
    expect(lacking).toEqual([]);
  });

  it('are all that there are', () => {
    const used = new Set(references.flatMap(matches));
    expect([...en.keys()].filter((key) => !used.has(key))).toEqual([]);
  });
});

describe('locale files', () => {
  const routes = listSources('app').filter((path) => path.endsWith('.route.tsx'));

  it.each(routes)('%s names those of all that it shows', (route) => {
    const shown = new Set<string>();
    for (const path of reach([route])) for (const file of filesOf(path)) shown.add(file);
    expect([...namedFiles(route)].sort()).toEqual([...shown].sort());
  });

  it('of what stands on every page are no others than `common`, save where it waits for them itself', () => {
    const layouts = listSources('app').filter((path) => path.endsWith('.layout.tsx'));
    const frame = reach(['app/root.tsx', ...layouts]);
    expect([...frame].flatMap((path) => filesOf(path).map((file) => `${path}: ${file}`))).toEqual([]);
  });

  /** Returns the files of the texts that a source file shows, without those that it loads itself. */
  function filesOf(path: string): string[] {
    const waited = waitedFiles(path);
    const named = referencesOf(path).flatMap(({ certain, namespaces }) => (certain ? namespaces : []));
    return named.filter((file) => file !== 'common' && !waited.includes(file));
  }

  /** Returns the source files whose components the browser gets. */
  function reach(from: string[], reached = new Set<string>()): Set<string> {
    for (const path of from) {
      if (reached.has(path) || !path.startsWith('app/') || /\.server\.tsx?$/.test(path)) continue;
      reached.add(path);
      const imported = importsOf(path).filter(({ typeOnly }) => !typeOnly);
      reach(
        imported.map(({ to }) => to),
        reached,
      );
    }
    return reached;
  }
});

/** Returns the names of the fields that a schema requires. A function is called for its schema. */
function requiredFields(schema: unknown): string[] {
  if (typeof schema === 'function') return requiredFields(schema('en', { min: '1.00', max: '2.00' }));
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(requiredFields);
  if (schema instanceof z.ZodPipe) return requiredFields(schema.in);
  if (!(schema instanceof z.ZodObject)) return [];
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  return fields.flatMap(([name, field]) => (field.safeParse(undefined).success ? [] : [name]));
}

function referencesOf(path: string) {
  return references.filter((reference) => reference.path === path);
}

const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))].sort();

const show = ({ path, namespaces, key }: TextReference) => `${path}: ${namespaces.join('|')}:${key}`;

/** Returns the keys that a reference can mean, including plural forms. */
function matches({ namespaces, key }: TextReference): string[] {
  const pattern = key.split('*').map(escapeRegExp).join('.+');
  const wanted = new RegExp(`^(${namespaces.join('|')}):${pattern}(_(zero|one|two|few|many|other))?$`);
  return [...en.keys()].filter((text) => wanted.test(text));
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
