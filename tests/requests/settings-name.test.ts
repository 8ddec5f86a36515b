import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '../../upstream/members/members.tables';
import { type Club, sharedClub } from '../support/club';
import { codeIn } from '../support/mailbox';
import type { Member, MemberState } from '../support/members';
import { textsIn } from '../support/texts';
import { formOf, type Page, readableText, Visitor } from '../support/visitor';
import { equipToWithdraw, withdraw } from '../support/withdrawals';

const path = '/settings/address';
let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

async function signedIn(state: MemberState = {}) {
  const member = await club.member(state);
  const visitor = new Visitor(club.url);
  await visitor.signIn(member);
  return { member, visitor, shown: await visitor.get(path) };
}

const typedIn = (page: Page, name: string) => formOf(page, 'address').fields.find(([field]) => field === name)?.[1];
const readName = async ({ id }: Member) => {
  const [user] = await club.db.select().from(users).where(eq(users.id, id));
  return `${user?.firstname} ${user?.lastname}`;
};

describe.each(['en', 'de'] as const)('another name without script (%s)', (language) => {
  const t = textsIn(language);
  let member: Member;
  let visitor: Visitor;
  let shown: Page;
  beforeEach(async () => {
    ({ member, visitor, shown } = await signedIn({ language }));
  });

  it('is asked to be confirmed by a mailed code; nothing typed is lost, and it is saved with the code alone', async () => {
    const typed = { lastname: 'Winter', street: 'Zur Allmende', city: 'Schwedt' };
    const asked = await visitor.submit(shown, 'address', typed);
    expect(asked.status).toBe(200);
    for (const [name, value] of Object.entries(typed)) expect(typedIn(asked, name)).toBe(value);
    expect(readableText(asked)).toContain(t('settings:address.confirms', { name: `${member.firstname} Winter` }));
    expect(await readName(member)).toBe(member.name);
    const mail = await club.mailbox.waitFor({ to: member.email, subject: /code/i });
    const code = codeIn(mail);
    const wrong = String((Number(code.replace(' ', '')) + 1) % 1_000_000).padStart(6, '0');
    const refused = await visitor.submit(asked, 'address', { verification_code: wrong });
    expect([refused.status, typedIn(refused, 'street'), typedIn(refused, 'verification_code')]).toEqual([
      422,
      'Zur Allmende',
      '',
    ]);
    const other = await visitor.submit(refused, 'address', { verification_code: code, lastname: 'Herbst' });
    expect(other.status).toBe(422);
    const saved = await visitor.submit(refused, 'address', { verification_code: code });
    expect([saved.status, saved.location]).toEqual([303, path]);
    expect(readableText(await visitor.follow(saved))).toContain(t('settings:address.saved_name'));
    expect(await readName(member)).toBe(`${member.firstname} Winter`);
    const told = await club.mailbox.waitFor({
      to: member.email,
      subject: language === 'de' ? 'Dein Name' : 'Your name',
    });
    expect(told.text).toContain(`${member.firstname} Winter`);
  });

  it.each(['- .', 'http://evil.example', 'evil.example', 'Mira 2', '<b>Mira</b>'])(
    'is refused as %j at its field, in words of its own, and kept',
    async (firstname) => {
      const refused = await visitor.submit(shown, 'address', { firstname, city: 'Schwedt' });
      expect([refused.status, typedIn(refused, 'firstname'), typedIn(refused, 'city')]).toEqual([
        422,
        firstname,
        'Schwedt',
      ]);
      expect(refused.body).toContain('id="address-firstname-error"');
      expect(readableText(refused)).toContain(t('form.name', { field: t('fields.firstname') }));
    },
  );

  it('is possible once after the first withdrawal where staff have unlocked it, and the page says until when', async () => {
    const now = club.clock.now();
    const paid = await club.member({ language, firstWithdrawalAt: new Date(now) });
    const until = new Date(now + 14 * 24 * 3600_000).toISOString();
    // Without the triggers, which demand a confirmed proposal.
    await club.db.execute(
      sql.raw(`do $$ begin
        set local session_replication_role = replica;
        update users set identity_unlocked_until = '${until}' where id = ${paid.id};
      end $$`),
    );
    const own = new Visitor(club.url);
    await own.signIn(paid);
    const open = await own.get(path);
    expect(readableText(open)).toContain(t('settings:address.unlocked.until'));
    expect(open.body).toContain(`dateTime="${until}"`);
    const asked = await own.submit(open, 'address', { lastname: 'Winter' });
    const code = codeIn(await club.mailbox.waitFor({ to: paid.email, subject: /code/i }));
    expect((await own.submit(asked, 'address', { verification_code: code })).status).toBe(303);
    const locked = await own.get(path);
    expect(readableText(locked)).toContain(`${paid.firstname} Winter`);
    expect(readableText(locked)).toContain(t('settings:address.locked.why'));
    expect(typedIn(locked, 'lastname')).toBeUndefined();
  });

  it('leaves accounts in the former name without payouts, and says why', async () => {
    await equipToWithdraw(club, member);
    const asked = await visitor.submit(shown, 'address', { firstname: 'Karla', lastname: 'Winter' });
    const mail = await club.mailbox.waitFor({ to: member.email, subject: /code/i });
    expect((await visitor.submit(asked, 'address', { verification_code: codeIn(mail) })).status).toBe(303);
    expect(readableText(await visitor.get('/settings/withdraw-accounts'))).toContain(t('wallet:accounts.why_disabled'));
    for (const page of ['/financial', '/financial/action/make-withdraw'])
      expect(readableText(await visitor.get(page)), page).toContain(
        language === 'de' ? 'Keines deiner Auszahlungskonten' : 'None of your withdraw accounts',
      );
  });
});

describe('another name', () => {
  it('is possible after a withdrawal that was canceled', async () => {
    const { member, visitor } = await signedIn();
    await equipToWithdraw(club, member);
    const withdrawal = `/financial/withdraw/${await withdraw(club, visitor, member)}`;
    expect((await visitor.submit(await visitor.get(`${withdrawal}?cancel`), withdrawal)).status).toBe(303);
    expect(typedIn(await visitor.get(path), 'lastname')).toBe(member.name.split(' ').at(-1));
  });

  it('is confirmed by the app where two-factor sign-in is on, which is asked for with all that was typed', async () => {
    const member = await club.member({ twoFactor: true });
    const visitor = new Visitor(club.url);
    const second = await visitor.follow(await visitor.signIn(member));
    await visitor.submit(second, 'two-factor', { one_time_password: await member.code() });
    const asked = await visitor.submit(await visitor.get(path), 'address', { lastname: 'Winter', city: 'Schwedt' });
    expect([asked.status, typedIn(asked, 'city'), typedIn(asked, 'verification_code')]).toEqual([200, 'Schwedt', '']);
    const empty = await visitor.submit(asked, 'address');
    expect(empty.status).toBe(422);
    const saved = await visitor.submit(asked, 'address', { verification_code: await member.code() });
    expect(saved.status).toBe(303);
    expect(await readName(member)).toBe(`${member.firstname} Winter`);
  });

  it('is not asked about where nothing but the place changes', async () => {
    const { visitor, shown, member } = await signedIn();
    expect((await visitor.submit(shown, 'address', { city: 'Schwedt' })).status).toBe(303);
    expect(await readName(member)).toBe(member.name);
  });
});

it.each(['- .', 'evil.example'])('a registration as %j is refused at its field, and kept', async (firstname) => {
  const visitor = new Visitor(club.url);
  const refused = await visitor.submit(await visitor.get('/register'), 'register', { firstname });
  expect(refused.status).toBe(422);
  expect(formOf(refused, 'register').fields).toContainEqual(['firstname', firstname]);
  expect(refused.body).toContain('id="register-firstname-error"');
  expect(readableText(refused)).toContain('with at least one letter');
});
