import { type BrowserContext, test as base, expect, type Page, type Request } from '@playwright/test';
import { type Club, newAddress } from './club';
import { watchHtml } from './html-rules';
import { hydrated } from './hydrated';
import { accessibilityFaults, openJudge } from './judges';
import { startClubBehindLaravel } from './laravel-club';
import type { Member, MemberState } from './members';
import { watchRawKeys } from './raw-keys';
import { startQuickClub } from './snapshot-on-postgres';
import { type Language, type Translate, textsIn } from './texts';

export { hydrated };

/** The part of a member that a sign-in needs. `code` is only for two-factor sign-in. */
type Credentials = Pick<Member, 'email' | 'password'> & Partial<Pick<Member, 'recoveryCodes' | 'code'>>;

interface TestFixtures {
  /** Language of the browser and of the texts of `t`. `test.use({ language: 'de' })` changes it. */
  language: Language;
  t: Translate;
  /** Creates a member of this worker's club, in any state. */
  member(state?: MemberState): Promise<Member>;
  /** Signs in by the form, with the second step if the member has one. Ends on the next page. */
  signIn(member: Credentials): Promise<void>;
  /** Clicks the links to these paths, one by one, starting at the dashboard. With script the router follows them. */
  walk(...paths: string[]): Promise<void>;
  /** Opens a page of the members area: with script by clicks from the current page, without script by its address. */
  visit(path: string): Promise<void>;
  /** Signs in and visits a page: with script by the form and by clicks, without script by cookie and address. */
  enter(member: Credentials, path: string): Promise<void>;
  /** Signs in without the form: the browser gets the cookies, and no page opens. */
  signInByCookie(member: Credentials): Promise<void>;
  /** Returns what axe finds on the page, with or without script. */
  accessibilityFaults: typeof accessibilityFaults;
  /** Faults of pages that the test causes on purpose. All others fail it. */
  expectedFaults: RegExp[];
}

export interface WorkerFixtures {
  club: Club;
  clubFor: string;
  /** Whose answers the pages show: those of the club's own process, or of a back end like Laravel between. */
  backEnd: 'own' | 'laravel';
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  /** Tests that name one get a club that no other tests change, such as by a sale that every member sees. */
  clubFor: ['stories', { option: true, scope: 'worker' }],
  backEnd: ['own', { option: true, scope: 'worker' }],
  club: [
    async ({ backEnd }, use) => {
      const club = await (backEnd === 'laravel' ? startClubBehindLaravel() : startQuickClub());
      await use(club);
      await club.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  language: ['en', { option: true }],
  expectedFaults: [[], { option: true }],
  t: async ({ language }, use) => use(textsIn(language)),
  locale: async ({ language }, use) => use(language === 'de' ? 'de-DE' : 'en-GB'),
  baseURL: async ({ club }, use) => use(club.url),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  extraHTTPHeaders: async ({}, use) => use({ 'X-Forwarded-For': newAddress() }),
  member: async ({ club }, use) => use((state) => club.member(state)),

  context: async ({ context, club, expectedFaults }, use, testInfo) => {
    const logged = club.server.log().length;
    const faults = watchFaults(context);
    const requests = watchRequests(context);
    const lookForKeys = await watchRawKeys(context, (fault) => faults.push(fault));
    const lookAtHtml = watchHtml(context, (fault) => faults.push(fault));
    await use(context);
    await lookForKeys();
    await lookAtHtml();
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('server log', { body: club.server.log().slice(logged), contentType: 'text/plain' });
      await testInfo.attach('requests', { body: requests.join('\n'), contentType: 'text/plain' });
    }
    const unexpected = [...new Set(faults)].filter((fault) => !expectedFaults.some((expected) => expected.test(fault)));
    expect(unexpected, 'the pages report faults').toEqual([]);
  },

  accessibilityFaults: async ({ browser, javaScriptEnabled, colorScheme }, use) => {
    if (javaScriptEnabled) return use(accessibilityFaults);
    const judge = await openJudge(browser, colorScheme);
    await use(judge.accessibilityFaults);
    await judge.close();
  },

  walk: async ({ page, javaScriptEnabled }, use) => {
    await use(async (...paths) => {
      if (page.url() === 'about:blank') await page.goto('/dashboard');
      await hydrated(page, { javaScriptEnabled });
      for (const path of paths) {
        const link = page.locator(`a[href="${path}"]:visible`);
        await link.first().click({ timeout: 30_000 });
        // With script the bell opens a panel, and a link in the panel leads to the page.
        if (path === '/notifications' && javaScriptEnabled) {
          await page.getByRole('dialog').locator(link).click();
        }
        await expect(page).toHaveURL((url) => url.pathname.startsWith(path.replace(/\?.*/, '')));
        if (!javaScriptEnabled) continue;
        await page.waitForFunction(() => window.__remixRouter.state.navigation.state === 'idle');
        // The panel closes when the page is there. Until then it contains a second link for each notification.
        if (path === '/notifications') await expect(page.getByRole('dialog')).toHaveCount(0);
      }
    });
  },

  visit: async ({ page, walk, javaScriptEnabled }, use) => {
    await use(async (path) => {
      if (javaScriptEnabled) await walk(...wayTo(path));
      else await page.goto(path);
    });
  },

  enter: async ({ signIn, signInByCookie, visit, javaScriptEnabled }, use) => {
    await use(async (member, path) => {
      await (javaScriptEnabled ? signIn(member) : signInByCookie(member));
      // The login form leads to the dashboard.
      if (!javaScriptEnabled || path !== '/dashboard') await visit(path);
    });
  },

  signIn: async ({ page, javaScriptEnabled }, use) => {
    await use(async (member) => {
      await page.goto('/login');
      await hydrated(page, { javaScriptEnabled });
      await fillLogin(page, member);
      await expect(page.locator('form[action="/logout"]')).toBeAttached();
    });
  },

  signInByCookie: async ({ context, club, extraHTTPHeaders }, use) => {
    await use(async (member) => {
      const page = await context.request.get(`${club.url}/login`, { headers: extraHTTPHeaders });
      const html = await page.text();
      const form = { ...hiddenFields(html), email: member.email, password: member.password };
      const url = `${club.url}/login`;
      let answer = await context.request.post(url, { form, maxRedirects: 0, headers: extraHTTPHeaders });
      if (member.code && answer.headers().location?.includes('two-factor')) {
        const step = await context.request.get(`${url}/two-factor`, { headers: extraHTTPHeaders });
        answer = await context.request.post(`${url}/two-factor`, {
          form: { csrf: hiddenFields(await step.text()).csrf ?? '', one_time_password: await member.code() },
          maxRedirects: 0,
          headers: extraHTTPHeaders,
        });
      }
      expect(answer.status(), await answer.text()).toBe(303);
    });
  },
});

export { expect };

/** The page that has the link to a page. The menu leads to all others. */
const PARENTS: [page: RegExp, parent: string][] = [
  [/^(.+)\?.*/, '$1'],
  [/^\/financial\/withdraw\/.+/, '/financial/withdrawals'],
  [/^\/financial\/(order|transaction)\/.+/, '/financial/$1s'],
  [/^\/financial\/.+/, '/financial'],
  [/^\/chat\/.+/, '/chat'],
  [/^\/affiliate\/.+/, '/affiliate'],
  [/^\/support\/faq\/.+/, '/support/faq'],
  [/^\/growing\/plant\/.+/, '/growing/plants'],
  [/^\/growing\/.+/, '/growing'],
  [/^\/support\/contact\/(?!categories).+/, '/support/contact/categories'],
  [/^\/support\/ticket\/.+/, '/support/tickets'],
  [/^\/support\/(?!faq).+/, '/support/faq'],
  [/^(\/settings\/[\w-]+)\/.+/, '$1'],
  [/^\/settings\/.+/, '/settings'],
];

/** Returns the links to click, in order, from any page of a member. */
function wayTo(path: string): string[] {
  const [page, parent] = PARENTS.find(([pattern]) => pattern.test(path)) ?? [];
  return page && parent ? [...wayTo(path.replace(page, parent)), path] : [path];
}

/** Fills and sends the login form, and the second step. */
export async function fillLogin(page: Page, member: Credentials) {
  await page.locator('input[name=email]').fill(member.email);
  await page.locator('input[name=password]').fill(member.password);
  await page.locator('form#login button[type=submit]').first().click();
  if (!member.recoveryCodes?.length || !member.code) return;
  await page.waitForURL('**/login/two-factor');
  await page.locator('input[name=one_time_password]').fill(await member.code());
  await page.locator('form#two-factor button[type=submit]').first().click();
}

/**
 * Collects script errors, violations of the content security policy, and files that a page requests but does not get.
 */
function watchFaults(context: BrowserContext): string[] {
  const faults: string[] = [];
  context.on('console', (message) => {
    // The console also reports a correct error status of a page. `response` below checks the status of other files. A
    // socket that the test left without a network also counts as no fault.
    if (message.type() !== 'error' || /^Failed to load resource|ERR_INTERNET_DISCONNECTED$/.test(message.text()))
      return;
    faults.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on('weberror', (error) => faults.push(`${error.page()?.url()}: ${error.error().message}`));
  context.on('response', (response) => {
    const isFile = !['document', 'fetch', 'xhr'].includes(response.request().resourceType());
    if (isFile && response.status() >= 400) faults.push(`${response.url()} answers ${response.status()}`);
  });
  return faults;
}

/** Lists the requests of pages and script with their results, for the report of a test that failed. */
function watchRequests(context: BrowserContext): string[] {
  const lines: string[] = [];
  const started = Date.now();
  const add = (request: Request, result: string | number) => {
    if (!['document', 'fetch', 'xhr', 'stylesheet'].includes(request.resourceType())) return;
    lines.push(`${Date.now() - started} ms: ${request.method()} ${request.url()} ${result}`);
  };
  context.on('request', (request) => add(request, '…'));
  context.on('requestfailed', (request) => add(request, request.failure()?.errorText ?? 'failed'));
  context.on('response', (response) => add(response.request(), response.status()));
  return lines;
}

function hiddenFields(html: string): Record<string, string> {
  const names = ['csrf', 'form_started', 'website'];
  return Object.fromEntries(
    names.map((name) => [name, new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? '']),
  );
}
