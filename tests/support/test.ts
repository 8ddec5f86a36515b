import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Club, newAddress, startClub } from './club';
import { accessibilityFaults, openJudge } from './judges';
import type { Member, MemberState } from './members';
import { type Language, type Translate, textsIn } from './texts';

/** As much of a member as a sign-in needs; `code` only with two-factor sign-in. */
type Credentials = Pick<Member, 'email' | 'password'> & Partial<Pick<Member, 'recoveryCodes' | 'code'>>;

interface TestFixtures {
  /** Language of the browser, and of the words of `t`; `test.use({ language: 'de' })` changes it. */
  language: Language;
  t: Translate;
  /** A new member of this worker's club, in any state. */
  member(state?: MemberState): Promise<Member>;
  /** By the form, and by the second step where the member has one; ends on the page that follows. */
  signIn(member: Credentials): Promise<void>;
  /** Without looking at the form: the browser has the cookies, and no page is open. */
  signInByCookie(member: Credentials): Promise<void>;
  /** What axe finds on the page, with script or without. */
  accessibilityFaults: typeof accessibilityFaults;
  /** Faults of pages that the test provokes on purpose; all others fail it. */
  expectedFaults: RegExp[];
}

export const test = base.extend<TestFixtures, { club: Club }>({
  club: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures out of the pattern
    async ({}, use) => {
      const club = await startClub();
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
    await use(context);
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('server log', { body: club.server.log().slice(logged), contentType: 'text/plain' });
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

  signIn: async ({ page }, use) => {
    await use(async (member) => {
      await page.goto('/login');
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

/** What the login form asks of a person, and the second step. */
export async function fillLogin(page: Page, member: Credentials) {
  await page.locator('input[name=email]').fill(member.email);
  await page.locator('input[name=password]').fill(member.password);
  await page.locator('form#login button[type=submit]').first().click();
  if (!member.recoveryCodes?.length || !member.code) return;
  await page.waitForURL('**/login/two-factor');
  await page.locator('input[name=one_time_password]').fill(await member.code());
  await page.locator('form#two-factor button[type=submit]').first().click();
}

/** Script has taken over what is on the page. Comes back at once where script is off. */
export async function hydrated(page: Page, { javaScriptEnabled = true }: { javaScriptEnabled?: boolean }) {
  if (!javaScriptEnabled) return;
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#content') ?? {}).some((key) => key.startsWith('__reactFiber')),
  );
}

/** Script errors, refusals by the content security policy, and files that a page asks for and does not get. */
function watchFaults(context: BrowserContext): string[] {
  const faults: string[] = [];
  context.on('console', (message) => {
    // An honest status of a page stands here as an error, too; of other files it is seen below. So does a socket that
    // the test left without a network.
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

function hiddenFields(html: string): Record<string, string> {
  const names = ['csrf', 'form_started', 'website'];
  return Object.fromEntries(
    names.map((name) => [name, new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? '']),
  );
}
