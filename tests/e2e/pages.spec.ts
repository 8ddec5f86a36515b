import type { RouteConfigEntry } from '@remix-run/route-config';
import routes from '../../app/routes';
import { HTML_AND_CSS_BYTES, htmlFaults, layoutFaultsAt, spacingFaults, weigh, weighPage } from '../support/judges';
import { guestPages, memberPages, statePages, withoutPage, workshopPages } from '../support/pages';
import { expect, hydrated, test } from '../support/test';

const WIDTHS = [320, 360, 1280, 1920];
/** The largest ratio of compressed HTML to that of the same page without script. */
const FULL_TO_LIGHT = 2.5;
const FILES_OF_SCRIPT = 12;
const SCRIPT_BYTES = 108_000;
/** Loaded later, and only for members. */
const REALTIME = /\/assets\/realtime-/;
const REALTIME_BYTES = 21 * 1024;
const GROUP = 10;

test.describe.configure({ timeout: 300_000 });
// What a page shows, and so its weight, depends on nothing that a story has done.
test.use({ clubFor: 'pages' });

test('the list of pages is complete', async () => {
  const listed = [...guestPages, ...memberPages, ...statePages].map((path) => path.replace(/\?.*/, ''));
  const missing = patternsOf(await routes).filter(
    (pattern) => !withoutPage.test(pattern) && !listed.some((path) => fits(pattern, path)),
  );
  expect(missing).toEqual([]);
});

test('the fonts of the browser are wide, whatever is installed', { tag: '@js' }, async ({ page }) => {
  await page.goto('/terms/privacy');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  for (const [selector, family] of [
    ['h1', 'DejaVu Serif'],
    ['.foot li > *', 'DejaVu Sans'],
  ] as const) {
    const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
    expect(fonts.map(({ familyName }) => familyName)).toEqual([family]);
  }
});

for (const [who, paths] of Object.entries({ guests: guestPages, members: memberPages })) {
  // One language with script, the other without. Each in both colour schemes.
  for (const [language, hasScript] of [
    ['en', true],
    ['de', false],
  ] as const) {
    for (let start = 0; start < paths.length; start += GROUP) {
      const group = paths.slice(start, start + GROUP);
      test.describe(`${who} in ${language}`, { tag: hasScript ? '@js' : '@no-js' }, () => {
        test.use({ language });

        test(`${group[0]} to ${group.at(-1)}`, async ({ page, member, signInByCookie, accessibilityFaults }) => {
          if (who === 'members')
            await signInByCookie(await member({ language, verified: false, addressFilled: false }));
          for (const path of group) {
            await test.step(path, async () => {
              const answer = await page.goto(path);
              await hydrated(page, { javaScriptEnabled: hasScript });
              await expect.soft(page.locator('html')).toHaveAttribute('lang', language);
              // The HTML differs only in its texts.
              if (hasScript) expect.soft(await htmlFaults((await answer?.text()) ?? ''), `${path}: HTML`).toEqual([]);
              const faults = await accessibilityFaults(page, { bothSchemes: true });
              expect.soft(faults, `${path}: accessibility`).toEqual([]);
              if (!workshopPages.includes(path)) expect.soft(await spacingFaults(page), `${path}: layout`).toEqual([]);
              for (const width of WIDTHS) {
                expect.soft(await layoutFaultsAt(page, width), `${path}: layout`).toEqual([]);
              }
            });
          }
        });
      });
    }
  }
}

// The HTML is the same in both projects.
test.describe('weight', { tag: '@js' }, () => {
  for (const language of ['en', 'de'] as const) {
    test.describe(`in ${language}`, () => {
      test.use({ language });

      test('HTML, CSS and headers stay within their budget, and script adds little to the HTML', async ({
        page,
        club,
        member,
        signInByCookie,
      }) => {
        const scripts = new Map<string, number>();
        const judge = async (path: string) => {
          const headers = { 'accept-language': language };
          const { bytes, bodyBytes, text } = await weighPage(page, club.url + path, headers);
          expect.soft(bytes, path).toBeLessThanOrEqual(HTML_AND_CSS_BYTES);
          const light = await weighPage(page, club.url + path, { ...headers, 'save-data': 'on' });
          expect.soft(light.text, path).not.toContain('<script');
          expect.soft(bodyBytes / light.bodyBytes, `${path}, full : light`).toBeLessThanOrEqual(FULL_TO_LIGHT);
          // The page names each file several times. `sharedFiles` in vite.config.ts says which modules share a file.
          const files = [...text.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, href = '']) => href);
          expect.soft(files.length, `${path}, files of script`).toBeLessThanOrEqual(FILES_OF_SCRIPT);
          let script = 0;
          for (const href of files) {
            if (!scripts.has(href)) scripts.set(href, (await weigh(club.url + href, {})).bodyBytes);
            script += scripts.get(href) ?? 0;
          }
          expect.soft(script, `${path}, script`).toBeLessThanOrEqual(SCRIPT_BYTES);
        };
        for (const path of guestPages.filter((one) => !workshopPages.includes(one))) await judge(path);
        await signInByCookie(await member({ language, verified: false, addressFilled: false }));
        for (const path of memberPages) await judge(path);
        // She has more of everything than a page shows.
        await page.context().clearCookies();
        await signInByCookie({ email: 'anna@example.org', password: 'almende-demo' });
        await judge('/dashboard');
        // The first page sets the cookie with the unread conversation.
        await page.context().request.get(`${club.url}/dashboard`);
        for (const path of [
          '/notifications',
          '/notifications?read=1',
          '/financial',
          '/financial/transactions',
          '/growing',
          '/growing?filter=1',
          '/growing?page=2',
          '/growing/room/H1',
          '/growing/room/H2',
          '/growing/plant/H1-00001',
          '/growing/harvest/H2-7',
          '/affiliate',
          '/affiliate?growth=1',
          '/affiliate/team',
          '/support/faq/plants-harvest',
          '/support/tickets',
          '/chat',
          '/chat/new',
        ])
          await judge(path);
      });
    });
  }

  test('script of a first visit stays within its budget', async ({ context, member, signInByCookie, club }) => {
    await signInByCookie(await member());
    for (const path of ['/dashboard', '/settings/devices', '/routes', '/lock']) await weighScript(path);
    await context.clearCookies();
    for (const path of ['/login', '/register', '/recover', '/terms/privacy', '/notfound']) await weighScript(path);

    async function weighScript(path: string) {
      const page = await context.newPage();
      const client = await context.newCDPSession(page);
      await client.send('Network.enable');
      await client.send('Network.setCacheDisabled', { cacheDisabled: true });
      const scripts = new Set<string>();
      let bytes = 0;
      client.on('Network.responseReceived', ({ requestId, type, response }) => {
        if (type === 'Script' && !REALTIME.test(response.url)) scripts.add(requestId);
      });
      // Bodies as they were on the wire, without headers.
      client.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
        if (scripts.has(requestId)) bytes += encodedDataLength;
      });
      await page.goto(club.url + path);
      await hydrated(page, { javaScriptEnabled: true });
      await page.waitForLoadState('networkidle');
      expect.soft(bytes, path).toBeGreaterThan(30_000);
      expect.soft(bytes, path).toBeLessThanOrEqual(SCRIPT_BYTES);
      await page.close();
    }
  });
});

// With script the page loads it, without script it loads nothing.
test.describe('realtime', { tag: '@js' }, () => {
  test('is loaded late, where there is a session, and stays within its budget', async ({
    page,
    member,
    signInByCookie,
    club,
  }) => {
    const loaded: string[] = [];
    page.on('response', (response) => REALTIME.test(response.url()) && loaded.push(response.url()));
    for (const path of ['/login', '/register', '/terms/privacy', '/routes']) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await hydrated(page, { javaScriptEnabled: true });
      expect.soft(await (await page.request.get(path)).text(), path).not.toMatch(REALTIME);
    }
    expect(loaded).toEqual([]);

    await signInByCookie(await member());
    const answer = await page.goto('/dashboard');
    await expect.poll(() => loaded.length).toBe(1);
    expect(await answer?.text()).not.toMatch(REALTIME);
    const { bodyBytes } = await weigh(loaded[0] ?? club.url, {});
    expect(bodyBytes).toBeGreaterThan(10_000);
    expect(bodyBytes).toBeLessThanOrEqual(REALTIME_BYTES);
  });
});

/** Returns every URL pattern of the table that may be a page: a module with a page ends in `.tsx`. */
function patternsOf(entries: RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, file, children }) => {
    const pattern = [parent, path].filter(Boolean).join('/');
    if (children) return patternsOf(children, pattern);
    return file.endsWith('.tsx') ? [`/${pattern}`] : [];
  });
}

/** Tells whether a path matches: `/post/1` matches `/post/:id/:vanity_url?`. */
function fits(pattern: string, path: string) {
  const source = pattern.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${source}$`).test(path);
}
