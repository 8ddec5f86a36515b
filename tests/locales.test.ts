import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTest, listFiles, listSources, root } from './sources';
import { type TextReference, textReferences } from './text-references';

type Texts = Map<string, string>;

/** Texts of one language by `namespace:key`. */
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

describe('texts in the code', () => {
  it('exist', () => {
    const missing = references.filter((reference) => reference.certain && matches(reference).length === 0);
    expect(missing.map(show)).toEqual([]);
  });

  it('are given the values that they name', () => {
    const lacking = references.flatMap((reference) => {
      const wanted = matches(reference).flatMap((key) => placeholders(en.get(key) ?? ''));
      const { certain, key, values } = reference;
      // Of the texts that a template may mean, the call gives each what it needs at run time.
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

const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))].sort();

const show = ({ path, namespaces, key }: TextReference) => `${path}: ${namespaces.join('|')}:${key}`;

/** Keys of texts that a reference can mean, plural forms included. */
function matches({ namespaces, key }: TextReference): string[] {
  const pattern = key.split('*').map(escapeRegExp).join('.+');
  const wanted = new RegExp(`^(${namespaces.join('|')}):${pattern}(_(zero|one|two|few|many|other))?$`);
  return [...en.keys()].filter((text) => wanted.test(text));
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
