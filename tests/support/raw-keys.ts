import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { root } from './server-process';

const ATTRIBUTES = ['title', 'aria-label', 'placeholder', 'alt'];
const names = namesOfTexts();
/** Begins what the watching script reports of a page. */
const REPORT = 'looks like a text key: ';

/**
 * Fails the test when a page shows the key of a text instead of its words. With script it watches each change and
 * reports by the console. Without script it checks each loaded page. The page finds what looks like a key, and this
 * process knows the keys, because they are too many to send them to each page.
 */
export async function watchRawKeys(context: BrowserContext, found: (fault: string) => void) {
  await context.addInitScript(watch, { attributes: ATTRIBUTES, report: REPORT });
  context.on('console', (message) => {
    const text = message.text();
    const key = text.slice(REPORT.length);
    if (text.startsWith(REPORT) && names.has(key)) found(`${message.page()?.url()}: raw text key ${key}`);
  });
  context.on('page', (page) => {
    page.on('domcontentloaded', () => {
      // A page that was left has no text to check.
      void look(page).catch(() => undefined);
    });
  });
  async function look(page: Page) {
    for (const word of await page.evaluate(find, ATTRIBUTES))
      if (names.has(word)) found(`${page.url()}: raw text key ${word}`);
  }
  return async () => {
    for (const page of context.pages()) await look(page).catch(() => undefined);
  };
}

/** Returns every key of `public/locales` that cannot be a word, as `file:key` and as `key`. */
function namesOfTexts(): Set<string> {
  const folder = join(root, 'public/locales/en');
  const all = readdirSync(folder).flatMap((name) => {
    const keys = keysOf(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    return [...keys.filter((key) => key.includes('.')), ...keys.map((key) => `${name.replace('.json', '')}:${key}`)];
  });
  return new Set(all);
}

function keysOf(texts: object, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string'
      ? [prefix + name, prefix + name.replace(/_(zero|one|two|few|many|other)$/, '')]
      : keysOf(text, `${prefix}${name}.`),
  );
}

/** Runs in the page. Returns what looks like a key. */
function find(attributes: string[]): string[] {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) texts.push(...attributes.map((name) => (node as Element).getAttribute(name) ?? ''));
    else if (!/^(SCRIPT|STYLE)$/.test(node.parentElement?.tagName ?? '')) texts.push(node.nodeValue ?? '');
  }
  return texts.flatMap((text) => text.match(/\w+(?:[.:]\w+)+/g) ?? []);
}

/** Runs in the page before the page's own script. */
function watch({ attributes, report }: { attributes: string[]; report: string }) {
  const reported = new Set<string>();
  const look = (text: string | null) => {
    for (const word of text?.match(/\w+(?:[.:]\w+)+/g) ?? []) {
      if (!reported.has(word)) console.debug(report + word);
      reported.add(word);
    }
  };
  const lookAt = (node: Node) => {
    if (node instanceof Text) return look(node.nodeValue);
    if (!(node instanceof Element) || /^(SCRIPT|STYLE)$/.test(node.tagName)) return;
    for (const name of attributes) look(node.getAttribute(name));
    for (const child of node.childNodes) lookAt(child);
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes, attributeName } of changes) {
      if (type === 'attributes') look((target as Element).getAttribute(attributeName ?? ''));
      else if (type === 'characterData') lookAt(target);
      else for (const node of addedNodes) lookAt(node);
    }
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: attributes,
  });
}
