/**
 * References from sources and documents to documents: `docs/product/wallet.md#order`, `decisions/0017`, links in
 * Markdown.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { listFiles, root } from './sources';

/** Returns the files that may refer to a document. A migration never changes, so migrations do not count. */
export const referringFiles = (): string[] =>
  ['README.md', 'server.ts', 'app', 'server', 'upstream', 'tests', 'scripts', 'docs', 'config', '.ci']
    .flatMap(listFiles)
    .filter((path) => /\.(tsx?|mjs|js|css|md|json)$|\.ci\/run$/.test(path) && !path.includes('/migrations/'));

/** Returns every reference in the text that leads nowhere, as written. */
export function wrongReferences(path: string, text: string): string[] {
  const references = [...namedDocuments(text), ...(path.endsWith('.md') ? links(path, text) : [])];
  return references.filter(({ target }) => !leadsSomewhere(target)).map(({ written }) => written);
}

interface Reference {
  written: string;
  /** The path from the project's folder, with its anchor. */
  target: string;
}

/** Finds `docs/….md`, `decisions/NNNN` and `product/….md` in text. The last form is from before `docs/product/`. */
function namedDocuments(text: string): Reference[] {
  const documents = text.matchAll(/(?<![\w./-]|\]\()(?:docs|product|decisions)\/[\w./-]*\.md(?:#[\w-]+)?/g);
  const decisions = text.matchAll(/(?<![\w./-]|\]\()(?:docs\/)?decisions\/\d{4}(?![\w-])/g);
  return [...documents, ...decisions].map(([written]) => ({ written, target: written }));
}

/** Finds links to files, relative to the document, and to headings of the document itself. */
function links(path: string, text: string): Reference[] {
  const found = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return (
    found
      // One that begins with a slash leads to a page of the members area.
      .filter((written) => !/^([a-z]+:|\/)/.test(written))
      .map((written) => {
        const target = written.startsWith('#') ? path + written : normalize(join(dirname(path), written));
        return { written, target };
      })
  );
}

function leadsSomewhere(target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const decision = /^(?:docs\/)?decisions\/(\d{4})$/.exec(path)?.[1];
  if (decision) return readdirSync(join(root, 'docs/decisions')).some((name) => name.startsWith(`${decision}-`));
  if (!existsSync(join(root, path))) return false;
  return anchor === undefined || listHeadings(path).includes(anchor);
}

/** Returns anchors as GitHub makes them: lower case, without punctuation, hyphens for spaces. */
const listHeadings = (path: string): string[] =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
