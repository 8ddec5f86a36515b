import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { referringFiles, wrongReferences } from './references';
import { root } from './sources';

describe('references to documents', () => {
  it('lead to a file and a heading of the repository', () => {
    const files = referringFiles().filter((path) => path !== 'tests/references.test.ts');
    expect(files.length).toBeGreaterThan(500);
    const wrong = files.flatMap((path) =>
      wrongReferences(path, readFileSync(join(root, path), 'utf8')).map((written) => `${path}: ${written}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['app/x.ts', '/** Rules: docs/product/none.md. */', 'docs/product/none.md'],
    ['app/x.ts', '// docs/product/wallet.md#no-such-heading', 'docs/product/wallet.md#no-such-heading'],
    ['app/x.ts', '/** See product/wallet.md, "Order". */', 'product/wallet.md'],
    ['app/x.css', '/* docs/decisions/9999 */', 'docs/decisions/9999'],
    ['docs/x.md', '[x](none.md)', 'none.md'],
    ['docs/product/x.md', '[x](wallet.md#no-such-heading)', 'wallet.md#no-such-heading'],
    ['docs/staff.md', '[x](#no-such-heading)', '#no-such-heading'],
    ['README.md', '[x](docs/product)(docs/none)[y](docs/none)', 'docs/none'],
  ])('in %s are found wrong: %s', (path, text, written) => {
    expect(wrongReferences(path, text)).toEqual([written]);
  });

  it.each([
    ['app/x.ts', '/** Rules: docs/product/wallet.md#withdraw-accounts; docs/decisions/0017. */'],
    ['docs/product/x.md', '[a](wallet.md#order) [b](../decisions) [c](https://example.org/x.md)'],
    ['docs/staff.md', '[a](#money-in-and-out)'],
  ])('in %s are found right: %s', (path, text) => {
    expect(wrongReferences(path, text)).toEqual([]);
  });
});

describe('docs/security.md', () => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');

  it('names only files that exist', () => {
    const paths = [...text.matchAll(/`((?:app|server|upstream|tests|docs|scripts)\/[^`]+)`/g)].map(
      ([, path = '']) => path,
    );
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('names only tests that exist', () => {
    const tests = [...text.matchAll(/`([^`]+)` › “([^”]+)”/g)].map(([, path = '', title = '']) => ({ path, title }));
    expect(tests.length).toBeGreaterThan(100);
    const titles = (path: string) => readFileSync(join(root, path), 'utf8').replaceAll('`', "'");
    expect(tests.filter(({ path, title }) => !titles(path).includes(`'${title}'`))).toEqual([]);
  });

  it('says something of each of the 253 items of levels 1 and 2, once', () => {
    const items = [...text.matchAll(/\b\d{1,2}\.\d\.\d{1,2}\b/g)].map(([item]) => item);
    expect(items.filter((item, at) => items.indexOf(item) !== at)).toEqual([]);
    expect(items).toHaveLength(253);
  });
});
