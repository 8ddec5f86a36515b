/** The kit for tests in other repositories: `almende/testing`. Its use: docs/testers.md. */
import type { BrowserContext, Page, PlaywrightWorkerArgs } from '@playwright/test';
import { findChromium } from '../scripts/chromium.mjs';
import { completePayouts, payOrder } from './support/bank';
import { type Clock, type Club, newAddress, startClub } from './support/club';
import { hydrated } from './support/hydrated';
import type { Mailbox } from './support/mailbox';
import type { Member, MemberState } from './support/members';
import type { CommandResult } from './support/staff';
import { Visitor } from './support/visitor';

export type { Clock, Club, CommandResult, Mailbox, Member, MemberState };
export { startClub };

export interface Bank {
  /** The transfer for an order arrives. `amount` is like `50.00`. */
  pay(label: string, amount: string): Promise<void>;
  /** The bank pays every exported withdrawal. Returns their labels. */
  payOut(): Promise<string[]>;
}

export interface Staff {
  /** Runs `npm run club -- …words` as Greta. Throws if it was not done; see `club.staff` for refusals. */
  run(...words: string[]): Promise<CommandResult>;
}

export interface KitFixtures {
  /** Creates a member in any state. */
  member(state?: MemberState): Promise<Member>;
  /** Signs the browser in, with the second factor if the member has one. No page opens. */
  signIn(member: Member): Promise<void>;
  mailbox: Mailbox;
  clock: Clock;
  bank: Bank;
  staff: Staff;
}

/** Pages of the club that script takes over, a moment after the browser shows them. Runs in the browser. */
const hasScript = () => document.querySelector('#app') !== null && document.querySelector('script') !== null;

type Use<T> = (value: T) => Promise<void>;
type WithClub = { club: Club };

/**
 * Fixtures for `test.extend` of any Playwright. Each worker has a club of its own. A test that fails keeps its trace and
 * a picture, and nothing else does.
 */
export const fixtures = {
  club: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures out of the pattern
    async ({}, use: Use<Club>) => {
      const club = await startClub();
      await use(club);
      await club.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  trace: ['retain-on-failure', { scope: 'worker', option: true }],
  screenshot: ['only-on-failure', { scope: 'worker', option: true }],
  launchOptions: [
    async ({ playwright }: PlaywrightWorkerArgs, use: Use<object>) => {
      const executablePath = findChromium(playwright.chromium.executablePath());
      await use({ executablePath, args: ['--no-sandbox'] });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ club }: WithClub, use: Use<string>) => use(club.url),
  // A limit that one test reaches does not count in another one.
  // biome-ignore lint/correctness/noEmptyPattern: as above
  extraHTTPHeaders: async ({}, use: Use<Record<string, string>>) => use({ 'X-Forwarded-For': newAddress() }),
  page: async ({ page }: { page: Page }, use: Use<Page>) => {
    const goto = page.goto.bind(page);
    page.goto = async (...asked) => {
      const answer = await goto(...asked);
      await hydrated(page, { javaScriptEnabled: await page.evaluate(hasScript) });
      return answer;
    };
    await use(page);
  },
  member: async ({ club }: WithClub, use: Use<KitFixtures['member']>) => use((state) => club.member(state)),
  signIn: async ({ club, context }: WithClub & { context: BrowserContext }, use: Use<KitFixtures['signIn']>) =>
    use(async (member) => {
      const visitor = new Visitor(club.url);
      const answer = await visitor.signIn(member);
      if (member.recoveryCodes.length > 0) {
        const code = { one_time_password: await member.code() };
        await visitor.submit(await visitor.follow(answer), 'two-factor', code);
      }
      await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: club.url })));
    }),
  mailbox: async ({ club }: WithClub, use: Use<Mailbox>) => use(club.mailbox),
  clock: async ({ club }: WithClub, use: Use<Clock>) => use(club.clock),
  bank: async ({ club }: WithClub, use: Use<Bank>) =>
    use({
      pay: async (label, amount) => void (await payOrder(club, label, amount)),
      payOut: () => completePayouts(club),
    }),
  staff: async ({ club }: WithClub, use: Use<Staff>) =>
    use({
      run: async (...words) => {
        const done = await club.staff(...words);
        if (done.code !== 0) throw new Error(`npm run club -- ${words.join(' ')}: ${done.stderr}`);
        return done;
      },
    }),
};
