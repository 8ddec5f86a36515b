import { request as httpRequest, type IncomingMessage } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { HtmlValidate } from 'html-validate';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** The rules of axe that another colour scheme may break. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

interface Scope {
  /** Judges a page in the light, and its colours in the dark as well. */
  bothSchemes?: boolean;
}

/** What axe finds against WCAG 2.2 A and AA, as one line each. */
export async function accessibilityFaults(page: Page, { bothSchemes = false }: Scope = {}): Promise<string[]> {
  const faults = await askAxe(page, (axe) => axe.withTags(WCAG));
  return bothSchemes ? [...faults, ...(await faultsInTheDark(page))] : faults;
}

async function faultsInTheDark(page: Page): Promise<string[]> {
  // Colours that are still on their way to others are no fault.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const faults = await askAxe(page, (axe) => axe.withRules(OF_COLOURS));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
  return faults.map((fault) => `in the dark, ${fault}`);
}

async function askAxe(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await choose(axe).analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`));
}

/**
 * A page with script in which axe looks at the HTML of pages without; in those it would hang. It shows them with their
 * styles and none of their scripts.
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
    // A label around its control names it as well, for programs that look for that alone.
    'no-redundant-for': 'off',
    // Tables whose cells stack on narrow screens lose their roles without them.
    'no-redundant-role': 'off',
    // It does not see that a button belongs to a form elsewhere by its `form` attribute.
    'wcag/h32': 'off',
    // Boxes of one group share their name as radio buttons do.
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'submit'] }],
  },
});

/** What html-validate finds in the HTML as it was served. */
export async function htmlFaults(html: string): Promise<string[]> {
  const report = await htmlValidate.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
  );
}

/** How many pixels the page is wider than a screen of `width`. */
export async function overflowAt(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 800 });
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

interface Weight {
  /** Of the whole answer, headers included. */
  bytes: number;
  bodyBytes: number;
  text: string;
}

/** Bytes on the line for an answer, as a browser asks for it; and the text itself. */
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

/** The status line, each header as `name: value` with its line end, and the empty line. */
function headBytes({ statusCode, statusMessage, rawHeaders }: IncomingMessage) {
  const lines = rawHeaders.length / 2;
  return `HTTP/1.1 ${statusCode} ${statusMessage}`.length + rawHeaders.join('').length + 4 * lines + 4;
}
