import { beforeAll, describe, expect, it } from 'vitest';
import { type Club, sharedClub } from '../support/club';
import { textsIn } from '../support/texts';
import { formOf, type Page, readableText, Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

const next = 'harbour pencil walrus 77';
const digits = (subject: string) => subject.replace(/\D/g, '');

async function signedIn(state: Parameters<Club['member']>[0] = {}) {
  const member = await club.member(state);
  const visitor = new Visitor(club.url);
  visitor.headers['Accept-Language'] = member.language;
  await visitor.signIn(member);
  return { member, visitor };
}

const codeTo = async (to: string, subject: string | RegExp) =>
  digits((await club.mailbox.waitFor({ to, subject })).subject);

/** Returns the form for a new password after its verification step, with nothing typed. */
async function passwordForm(visitor: Visitor, email: string) {
  const first = await visitor.get('/settings/account/password');
  const page = await visitor.submit(first, 'password-change', { verification_intent: 'send' });
  return { page, verification_code: await codeTo(email, /Your code|Dein Code/) };
}

/** Checks what a refused form says, and that it returns no password and no code. */
function expectRefusal(answer: Page, status: number, secrets: string[]) {
  expect(answer.status).toBe(status);
  expect(answer.body).toMatch(/role="alert"/);
  expect(answer.body).toMatch(/<title>(Error|Fehler): /);
  for (const secret of secrets) expect(answer.body).not.toContain(secret);
}

describe.each(['en', 'de'] as const)('a new password, in %s', (language) => {
  const t = textsIn(language);

  it.each([
    ['a wrong present one', { current_password: 'not this one at all' }],
    ['a short one', { password: 'kurz7', password_confirmation: 'kurz7' }],
    ['a common one', { password: 'password1234', password_confirmation: 'password1234' }],
    ['another confirmation', { password_confirmation: 'harbour pencil walrus 78' }],
    ['a wrong code', { verification_code: '000 00' }],
    ['no code', { verification_code: '' }],
  ])('is refused with %s, and nothing typed comes back', async (_, wrong) => {
    const { member, visitor } = await signedIn({ language });
    const { page, verification_code } = await passwordForm(visitor, member.email);
    const typed = { current_password: member.password, password: next, password_confirmation: next, verification_code };
    const sent = { ...typed, ...wrong };
    const answer = await visitor.submit(page, 'password-change', sent);
    expectRefusal(
      answer,
      422,
      Object.values(sent).filter((value) => value !== ''),
    );
    const again = await visitor.submit(answer, 'password-change', typed);
    expect([again.status, again.location]).toEqual([303, '/settings/account']);
    expect(readableText(await visitor.follow(again))).toContain(t('settings:account.password.changed'));
  });

  it('that is guessed too often is answered 429, like a sign-in', async () => {
    const { member, visitor } = await signedIn({ language });
    const { page, verification_code } = await passwordForm(visitor, member.email);
    const typed = { password: next, password_confirmation: next, verification_code };
    const guess = (at: number) =>
      visitor.submit(page, 'password-change', { ...typed, current_password: `guess no ${at}` });
    for (let at = 0; at < 5; at++) expect((await guess(at)).status).toBe(422);
    const refused = await guess(6);
    expectRefusal(refused, 429, [next]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(readableText(refused)).toContain(t('problem.too_many.title'));
  });
});

describe('a new password', () => {
  it('locks every other session at its next request, and whoever copied the cookie of this one, which goes on', async () => {
    const { member, visitor } = await signedIn();
    const other = new Visitor(club.url);
    await other.signIn(member);
    const { page, verification_code } = await passwordForm(visitor, member.email);
    const thief = new Visitor(club.url);
    for (const [name, value] of visitor.cookies) thief.cookies.set(name, value);
    const typed = { current_password: member.password, password: next, password_confirmation: next, verification_code };
    await visitor.submit(page, 'password-change', typed);
    expect((await other.get('/settings/account')).location).toBe('/lock?return_to=%2Fsettings%2Faccount');
    expect((await thief.get('/settings/account')).location).toBe('/lock?return_to=%2Fsettings%2Faccount');
    expect((await visitor.get('/settings/account')).status).toBe(200);
    const mail = await club.mailbox.waitFor({ to: member.email, subject: 'Your account has a new password' });
    expect(mail.text).toContain('only the one that set it stayed signed in');
  });
});

describe.each(['en', 'de'] as const)('another e-mail address, in %s', (language) => {
  const t = textsIn(language);

  it.each(['', 'nobody', 'a@b', `${'x'.repeat(250)}@example.org`])('is refused where it is %j', async (email) => {
    const { visitor } = await signedIn({ language });
    const answer = await visitor.submit(await visitor.get('/settings/account/email'), 'email-change', { email });
    expectRefusal(answer, 422, []);
    expect(formOf(answer, 'email-change').fields).toContainEqual(['email', email]);
  });

  it('is refused as the present one before a code is mailed', async () => {
    const { member, visitor } = await signedIn({ language });
    const email = member.email.toUpperCase();
    const answer = await visitor.submit(await visitor.get('/settings/account/email'), 'email-change', { email });
    expectRefusal(answer, 422, []);
    expect(readableText(answer)).toContain(t('settings:account.email.same'));
    expect((await club.mailbox.list(member.email)).filter(({ subject }) => /code/i.test(subject))).toEqual([]);
  });

  it('looks the same whether somebody has it or not, up to the codes that are wrong', async () => {
    const otto = await club.member();
    const pages = [];
    for (const address of [otto.email, `free.${otto.email}`]) {
      const { member, visitor } = await signedIn({ language });
      const first = await visitor.get('/settings/account/email');
      const step = await visitor.submit(first, 'email-change', { email: address });
      const verification_code = await codeTo(member.email, /Your code|Dein Code/);
      const asked = await visitor.submit(step, 'email-change', { verification_code });
      expect([asked.status, asked.location]).toEqual([303, '/settings/account/email']);
      const page = await visitor.follow(asked);
      const guess = await visitor.submit(page, 'email-code', { one_time_code: '12345' });
      expectRefusal(guess, 422, ['12345']);
      pages.push([page, guess].map((one) => readableText(one).replaceAll(address, '…').replaceAll(member.name, '…')));
    }
    expect(pages[0]).toEqual(pages[1]);
    expect(pages[0]?.[0]).toContain(t('settings:account.email.confirm_heading'));
    const subjects = async () => (await club.mailbox.list(otto.email)).map(({ subject }) => subject);
    await expect.poll(subjects).toEqual(['Your address already belongs to an account at Almende']);
  });

  it('is confirmed by nobody who has asked for none', async () => {
    const { visitor } = await signedIn({ language });
    const page = await visitor.get('/settings/account/eth-address');
    const csrf = formOf(page, 'eth-address').fields.find(([name]) => name === 'csrf')?.[1] ?? '';
    for (const intent of ['confirm', 'resend']) {
      const answer = await visitor.post('/settings/account/email', { csrf, intent, one_time_code: '123456' });
      expectRefusal(answer, 409, ['123456']);
    }
  });

  it('is on the lock page of every browser that has seen it', async () => {
    const { member, visitor } = await signedIn({ language });
    const other = new Visitor(club.url);
    await other.signIn(member);
    const address = `new.${member.email}`;
    const step = await visitor.submit(await visitor.get('/settings/account/email'), 'email-change', { email: address });
    const verification_code = await codeTo(member.email, /Your code|Dein Code/);
    const page = await visitor.follow(await visitor.submit(step, 'email-change', { verification_code }));
    const one_time_code = await codeTo(address, /Confirm your new address|Bestätige deine neue Adresse/);
    expect((await visitor.submit(page, 'email-code', { one_time_code })).location).toBe('/settings/account');
    for (const browser of [visitor, other]) {
      const account = await browser.get('/settings/account');
      expect(readableText(account)).toContain(address);
      const lock = await browser.follow(await browser.submit(account, '/lock', { intent: 'lock' }));
      const unlocked = await browser.submit(lock, 'lock', { password: member.password });
      expect(unlocked.status).toBe(303);
    }
  });
});

describe.each(['en', 'de'] as const)('what the account page sets, in %s', (language) => {
  it.each([
    ['preferences', 'preferences', { preferred_language: 'fr', timezone: '' }],
    ['preferences', 'preferences', { preferred_language: 'de', timezone: 'Europe/Atlantis' }],
    ['preferences', 'preferences', { preferred_language: ['de', 'en'], timezone: '' }],
    ['eth-address', 'eth-address', { nft_address: 'alice.eth' }],
    ['eth-address', 'eth-address', { nft_address: '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }],
    ['eth-address', 'eth-address', { nft_address: 'x'.repeat(101) }],
  ])('is refused on %s where it is wrong', async (path, form, fields) => {
    const { visitor } = await signedIn({ language });
    const answer = await visitor.submit(await visitor.get(`/settings/account/${path}`), form, fields);
    expectRefusal(answer, 422, []);
  });
});

describe('the link that takes a change back', () => {
  it('changes nothing when it is opened, whoever opens it', async () => {
    const visitor = new Visitor(club.url);
    const page = await visitor.get('/revert-email/some-token');
    expect(page.status).toBe(200);
    const answer = await visitor.submit(page, 'revert-email', {});
    expect([answer.status, answer.location]).toEqual([303, '/email-reversal/invalid']);
    expect((await visitor.get('/email-reversal/nothing')).status).toBe(404);
  });
});
