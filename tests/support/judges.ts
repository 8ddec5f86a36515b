import { request as httpRequest, type IncomingMessage } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import axe, { type RunOnly, type RunOptions } from 'axe-core';
import { HtmlValidate } from 'html-validate';
import { findHtmlFaults } from './html-rules';

const WCAG: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'],
};

/** The rules of axe that depend on the colour scheme. */
const OF_COLOURS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

interface Scope {
  /** Judges a page in the light scheme, and also its colours in the dark scheme. */
  bothSchemes?: boolean;
}

/** Returns what axe finds against WCAG 2.2 A and AA, and what breaks our rules of HTML, one line each. */
export async function accessibilityFaults(page: Page, { bothSchemes = false }: Scope = {}): Promise<string[]> {
  const faults = [...(await askAxe(page, WCAG)), ...(await page.evaluate(findHtmlFaults))];
  return bothSchemes ? [...faults, ...(await faultsInTheDark(page))] : faults;
}

async function faultsInTheDark(page: Page): Promise<string[]> {
  // Without motion no colour is in transition, which axe would report.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const faults = await askAxe(page, OF_COLOURS);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
  return faults.map((fault) => `in the dark, ${fault}`);
}

/** Loads axe into the page and its frames, where it is not yet, and runs it. Its own builder takes thrice as long. */
async function askAxe(page: Page, runOnly: RunOnly): Promise<string[]> {
  await page.evaluate(untilColoursRest);
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  }
  const { violations } = await page.evaluate(runAxe, { runOnly, resultTypes: ['violations'] } satisfies RunOptions);
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`));
}

/** Runs in the browser. A button that has just changed its colour is on its way from the old one to the new one. */
const untilColoursRest = async () => {
  const changes = document.getAnimations().filter((change) => change instanceof CSSTransition);
  await Promise.allSettled(changes.map((change) => change.finished));
};

/** Runs in the browser. */
const runAxe = (options: RunOptions) => (window as unknown as { axe: typeof axe }).axe.run(options);

/**
 * Opens a page with script in which axe judges the HTML of pages without script, because axe would hang in those. It
 * shows them with their styles and without their scripts.
 */
export async function openJudge(browser: Browser, colorScheme: BrowserContextOptions['colorScheme']) {
  const context = await browser.newContext({ javaScriptEnabled: true, colorScheme });
  const judge = await context.newPage();
  let body = '';
  await judge.route(
    (url) => !url.pathname.startsWith('/assets/'),
    (route) => {
      const isPage = route.request().resourceType() === 'document';
      return isPage ? route.fulfill({ body, contentType: 'text/html; charset=utf-8' }) : route.continue();
    },
  );
  return {
    async accessibilityFaults(page: Page, scope: Scope = {}): Promise<string[]> {
      body = (await page.content()).replace(/<script[\s\S]*?<\/script>/g, '');
      await judge.goto(page.url());
      return accessibilityFaults(judge, scope);
    },
    close: () => context.close(),
  };
}

const htmlValidate = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:standard'],
  rules: {
    // How React writes HTML, which is a matter of taste.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    // A label around its control also names it with `for`, for programs that look only for that.
    'no-redundant-for': 'off',
    // Tables whose cells stack on narrow screens lose their roles without them.
    'no-redundant-role': 'off',
    // The rule does not see that a button belongs to a form elsewhere by its `form` attribute.
    'wcag/h32': 'off',
    // Checkboxes of one group share their name as radio buttons do.
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'submit'] }],
  },
});

/** Returns what html-validate finds in the HTML from the server. */
export async function htmlFaults(html: string): Promise<string[]> {
  const report = await htmlValidate.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
  );
}

/** Returns what does not fit on a screen of `width`: the page itself, and text that is cut off at an edge. */
export async function layoutFaultsAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 });
  const faults = await page.evaluate(findLayoutFaults);
  return faults.map((fault) => `at ${width} px, ${fault}`);
}

/**
 * Returns what does not fit on narrow screens with the distances between lines, letters and words that a reader may
 * choose (WCAG 1.4.12).
 */
export async function spacingFaults(page: Page): Promise<string[]> {
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [sheet];
  }, SPACED);
  const faults = [...(await layoutFaultsAt(page, 320)), ...(await layoutFaultsAt(page, 256))];
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return faults.map((fault) => `with text spacing, ${fault}`);
}

const SPACED = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

/** Runs in the browser. */
function findLayoutFaults(): string[] {
  // The menu slides away when a page becomes narrow.
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  const { scrollWidth, clientWidth } = document.documentElement;
  const faults = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const excess = text.textContent?.trim() ? excessOf(text) : 0;
    if (excess > 0.5)
      faults.push(`${Math.ceil(excess)} px are cut off of <${text.parentElement?.localName}> "${text.textContent}"`);
  }
  return faults;

  /** Returns by how many pixels a text exceeds the visible part of its surroundings, on either side. */
  function excessOf(text: Node): number {
    let [left, right] = [0, clientWidth];
    for (let element = text.parentElement; element && element !== document.body; element = element.parentElement) {
      const { clip, clipPath, overflowX, visibility } = getComputedStyle(element);
      // Only screen readers read it.
      if (clip !== 'auto' || clipPath !== 'none' || visibility === 'hidden') return 0;
      // A person can scroll to it.
      if (overflowX === 'auto' || overflowX === 'scroll') return 0;
      if (overflowX === 'visible') continue;
      const box = element.getBoundingClientRect();
      left = Math.max(left, box.left);
      right = Math.min(right, box.right);
    }
    const range = document.createRange();
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()].filter((line) => line.width > 0);
    return Math.max(0, ...lines.map((line) => Math.max(line.right - right, left - line.left)));
  }
}

interface Weight {
  /** Bytes of the complete answer, with headers. */
  bytes: number;
  bodyBytes: number;
  text: string;
}

/** A page with its headers and style sheets comes in one burst of the network. */
export const HTML_AND_CSS_BYTES = 14_600;

const styleSheets = new Map<string, number>();

/** Weighs a page with its style sheets, as this browser's visitor gets it. */
export async function weighPage(page: Page, url: string, headers: Record<string, string> = {}): Promise<Weight> {
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return weighWithSheets(url, { cookie, ...headers });
}

/** Weighs a page with its style sheets. */
export async function weighWithSheets(url: string, headers: Record<string, string>): Promise<Weight> {
  const weight = await weigh(url, headers);
  let { bytes } = weight;
  for (const [, path = ''] of weight.text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)) {
    // Its name changes with its content.
    const styleSheet = styleSheets.get(path) ?? (await weigh(new URL(path, url).href, {})).bytes;
    styleSheets.set(path, styleSheet);
    bytes += styleSheet;
  }
  return { ...weight, bytes };
}

/** Returns the bytes on the wire for an answer as a browser requests it, and its text. */
export function weigh(url: string, headers: Record<string, string>): Promise<Weight> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { headers: { 'accept-encoding': 'br', ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        const isCompressed = response.headers['content-encoding'] === 'br';
        const text = (isCompressed ? brotliDecompressSync(body) : body).toString();
        resolve({ bytes: headBytes(response) + body.length, bodyBytes: body.length, text });
      });
    });
    request.on('error', reject).end();
  });
}

/** Returns the bytes of the status line, of each header as `name: value` with its line end, and of the empty line. */
function headBytes({ statusCode, statusMessage, rawHeaders }: IncomingMessage) {
  const lines = rawHeaders.length / 2;
  return `HTTP/1.1 ${statusCode} ${statusMessage}`.length + rawHeaders.join('').length + 4 * lines + 4;
}
