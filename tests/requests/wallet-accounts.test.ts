import { and, eq, isNull } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { walletWithdrawAccounts } from '../../upstream/wallet/withdraw-accounts/withdraw-accounts.tables';
import { type Club, sharedClub } from '../support/club';
import { codeIn } from '../support/mailbox';
import type { Member } from '../support/members';
import { formOf, type Page, readableText, Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

const list = '/settings/withdraw-accounts';
const giro = { name: 'Giro', holder: 'Mira Feld', iban: 'DE89 3704 0044 0532 0130 00' };

let member: Member;
let visitor: Visitor;
beforeEach(async () => {
  member = await club.member();
  visitor = new Visitor(club.url);
  await visitor.signIn(member);
});

const kept = () =>
  club.db
    .select()
    .from(walletWithdrawAccounts)
    .where(and(eq(walletWithdrawAccounts.userId, member.id), isNull(walletWithdrawAccounts.deletedAt)));
const typedIn = (page: Page, name: string) =>
  formOf(page, 'withdraw-account').fields.find(([field]) => field === name)?.[1];
const mailedCode = async () => codeIn(await club.mailbox.waitFor({ to: member.email, subject: /code/i }));

describe('an account for withdrawals', () => {
  it('is added, renamed and deleted without script, each by the code that was mailed for it', async () => {
    const asked = await visitor.submit(await visitor.get(`${list}/new`), 'withdraw-account', giro);
    expect([asked.status, typedIn(asked, 'iban')]).toEqual([200, giro.iban]);
    const added = await visitor.submit(asked, 'withdraw-account', { verification_code: await mailedCode() });
    expect([added.status, added.location]).toEqual([303, list]);
    const [account] = await kept();
    expect(account).toMatchObject({ iban: 'DE89370400440532013000', isDisabled: false, isDefault: true });
    const shown = readableText(await visitor.get(list));
    for (const text of ['DE89 3704 0044 0532 0130 00', 'Mira Feld', 'Waiting time', 'Default'])
      expect(shown).toContain(text);
    const page = await visitor.get(`${list}/${account?.id}`);
    expect((await visitor.submit(page, 'withdraw-account', { name: 'Sparbuch' })).status).toBe(303);
    expect((await kept())[0]?.name).toBe('Sparbuch');
    const question = await visitor.submit(await visitor.get(`${list}/${account?.id}/delete`), 'withdraw-account');
    expect(question.status).toBe(200);
    expect(typedIn(question, 'verification_code')).toBe('');
    const wrong = await visitor.submit(question, 'withdraw-account', { verification_code: '000000' });
    expect([wrong.status, (await kept()).length]).toEqual([422, 1]);
  });

  it.each([
    ['iban', 'DE88370400440532013000', 'check digits'],
    ['iban', 'DE8937040044053201300', 'too long or too short'],
    ['iban', 'TR330006100519786457841326', 'SEPA'],
    ['iban', '1'.repeat(40), 'two letters'],
    ['iban', 'DE٨٩370400440532013000', 'two letters'],
    ['iban', 'CH9300762011623852957', 'needs the BIC'],
    ['bic', 'UBSWCHZH', 'another country'],
    ['name', '', ''],
    ['name', 'x'.repeat(41), ''],
    ['holder', '<b>Mira</b> Feld', 'please use only letters'],
  ])('with %s as %j is answered 422, everything typed is kept, and no code is mailed', async (name, typed, words) => {
    const answer = await visitor.submit(await visitor.get(`${list}/new`), 'withdraw-account', {
      ...giro,
      [name]: typed,
    });
    expect(answer.status).toBe(422);
    expect(readableText(answer)).toContain(words);
    expect(answer.body).toContain('aria-invalid="true"');
    for (const [field, value] of Object.entries({ ...giro, [name]: typed })) expect(typedIn(answer, field)).toBe(value);
    expect(await club.mailbox.list(member.email)).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  it('needs a confirmed e-mail address and a filled address, and says where', async () => {
    for (const [state, way] of [
      [{ verified: false }, '/settings/account'],
      [{ addressFilled: false }, '/settings/address'],
    ] as const) {
      const other = new Visitor(club.url);
      await other.signIn(await club.member(state));
      for (const path of [list, `${list}/new`]) expect((await other.get(path)).body).toContain(`href="${way}"`);
      expect((await other.get(`${list}/new`)).body).not.toContain('id="withdraw-account-iban"');
    }
  });

  it('of somebody else is as one that does not exist', async () => {
    const at = new Date(club.clock.now());
    const row = { userId: member.id, name: 'Giro', holder: 'Mira Feld', iban: 'DE89370400440532013000' };
    const [added] = await club.db
      .insert(walletWithdrawAccounts)
      .values({ ...row, usableAt: at, createdAt: at })
      .returning();
    const other = new Visitor(club.url);
    await other.signIn(await club.member());
    for (const id of [added?.id, 999_999, 'x', '9'.repeat(30)]) {
      expect((await other.get(`${list}/${id}`)).status).toBe(404);
      expect((await other.get(`${list}/${id}/delete`)).status).toBe(404);
    }
  });
});
