import { beforeAll, describe, expect, it } from 'vitest';
import { type Club, sharedClub } from '../support/club';
import { type Page, readableText, Visitor } from '../support/visitor';
import { askForCode, equipToWithdraw } from '../support/withdrawals';

let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

/** Returns a signed-in member with 496.00 and a withdraw account. */
async function payee(state: { twoFactor: boolean; language: 'en' | 'de' }) {
  const member = await club.member(state);
  const account = await equipToWithdraw(club, member);
  const visitor = new Visitor(club.url);
  const answer = await visitor.signIn(member);
  if (state.twoFactor) {
    const second = await visitor.follow(answer);
    await visitor.submit(second, 'two-factor', { one_time_password: await member.code() });
  }
  return { member, account, visitor };
}

/** Returns the text beside the code field, which a screen reader reads as its description. */
function besideTheCode(page: Page): string {
  const [field = ''] = /<input[^>]*name="verification_code"[^>]*>/.exec(page.body) ?? [];
  const [, ids = ''] = /aria-describedby="([^"]*)"/.exec(field) ?? [];
  const hint = ids.split(' ').find((id) => id.endsWith('-hint'));
  const [, text = ''] = new RegExp(`<p class="hint" id="${hint}">(.*?)</p>`, 's').exec(page.body) ?? [];
  return readableText({ ...page, body: text });
}

const FORM = '/financial/action/make-withdraw';

describe.each([
  ['en', '€250.00', 'With this code you confirm: '],
  ['de', '250,00 €', 'Mit diesem Code bestätigst du: '],
] as const)('beside the field for the code (%s)', (language, amount, confirms) => {
  it('of the app stand amount and payee of a withdrawal', async () => {
    const { member, visitor } = await payee({ twoFactor: true, language });
    const draft = await visitor.submit(await visitor.get(FORM), 'withdraw', { amount: '250' });
    const text = besideTheCode(await visitor.get(draft.location ?? ''));
    for (const part of [confirms, amount, member.name, 'DE•• •••• 6199']) expect(text).toContain(part);
  });

  it('of a mail stand amount and payee of a withdrawal', async () => {
    const { member, visitor } = await payee({ twoFactor: false, language });
    const draft = await visitor.submit(await visitor.get(FORM), 'withdraw', { amount: '250' });
    const { asked } = await askForCode(club, visitor, member, draft.location ?? '');
    const text = besideTheCode(asked);
    for (const part of [confirms, amount, member.name, 'DE•• •••• 6199']) expect(text).toContain(part);
  });

  it('of a mail stands the address, or the account, that it is bound to', async () => {
    const { member, visitor } = await payee({ twoFactor: false, language });
    const asked = await visitor.submit(await visitor.get('/settings/account/email'), 'email-change', {
      email: 'mira@elsewhere.example',
    });
    expect(besideTheCode(asked)).toContain('mira@elsewhere.example');
    const added = await visitor.submit(await visitor.get('/settings/withdraw-accounts/new'), 'withdraw-account', {
      name: 'Savings',
      holder: member.name,
      iban: 'DE02120300000000202051',
    });
    for (const part of [confirms, member.name, 'DE02120300000000202051']) expect(besideTheCode(added)).toContain(part);
  });

  it('of the app stands what every other act is', async () => {
    const { account, visitor } = await payee({ twoFactor: true, language });
    const subjects = [
      [`/settings/withdraw-accounts/${account}/delete`, 'Girokonto, DE•• •••• 6199', 'Girokonto, DE•• •••• 6199'],
      ['/settings/withdraw-accounts/new', 'a new withdraw account', 'ein neues Auszahlungskonto'],
      ['/settings/account/email', 'the new e-mail address', 'die neue E-Mail-Adresse'],
      ['/settings/account/password', 'a new password', 'ein neues Passwort'],
      ['/settings/2fa/disable', 'switching two-factor sign-in off', 'das Ausschalten der Zwei-Faktor-Anmeldung'],
      ['/settings/2fa/recovery-codes', 'new recovery codes', 'neue Wiederherstellungscodes'],
      ['/settings/api-token/new', 'a new API token', 'ein neues API-Token'],
    ];
    for (const [path = '', en = '', de = ''] of subjects) {
      const text = besideTheCode(await visitor.get(path));
      expect(text, path).toContain(confirms);
      expect(text, path).toContain(language === 'en' ? en : de);
    }
  });
});
