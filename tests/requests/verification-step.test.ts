import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, startClub } from '../support/club';
import { textsIn } from '../support/texts';
import { formOf, readableText, Visitor } from '../support/visitor';

const t = textsIn('en');
const PAGE = '/settings/account/password';
const FORM = 'password-change';
let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

/** Returns a member to whom a code for a new password was just mailed. */
async function withCode() {
  const mira = await club.member();
  const visitor = new Visitor(club.url);
  await visitor.signIn(mira);
  const asked = await visitor.submit(await visitor.get(PAGE), FORM, { verification_intent: 'send' });
  const { subject } = await club.mailbox.waitFor({ to: mira.email, subject: 'Your code' });
  const passwords = {
    current_password: mira.password,
    password: 'copper-lantern-harvest-7',
    password_confirmation: 'copper-lantern-harvest-7',
  };
  return { visitor, asked, code: subject.replace(/\D/g, ''), passwords };
}

describe('the verification step without script', () => {
  it('asks for a code before the passwords, and then for all of it', async () => {
    const { asked } = await withCode();
    expect(asked.status).toBe(200);
    expect(formOf(asked, FORM).fields.map(([name]) => name)).toContain('verification_again');
    expect(asked.body).toMatch(
      /<input[^>]*autofocus=""[^>]*name="verification_code"|<input[^>]*name="verification_code"[^>]*autofocus=""/i,
    );
    expect(asked.body).toMatch(
      /name="verification_code"[^>]*autocomplete="one-time-code"|autocomplete="one-time-code"[^>]*name="verification_code"/i,
    );
    expect(readableText(asked)).not.toContain(t('ui.error_summary_other', { count: 3 }));
  });

  it('says how long to wait when another code is asked for too early, and nothing else', async () => {
    const { visitor, asked } = await withCode();
    const refused = await visitor.submit(asked, FORM, { verification_intent: 'send' });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(readableText(refused)).toContain(t('problem.too_many.title'));
    expect(readableText(refused)).toContain(t('ui.error_summary_one'));
    expect(formOf(refused, FORM).fields.map(([name]) => name)).toContain('verification_code');
  });

  it('takes five wrong codes, and the right one no more; no password and no code comes back', async () => {
    const { visitor, asked, code, passwords } = await withCode();
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    let page = asked;
    for (let n = 0; n < 5; n++) {
      page = await visitor.submit(page, FORM, { ...passwords, verification_code: wrong });
      expect(page.status).toBe(422);
      expect(page.body).not.toContain(wrong);
      expect(page.body).not.toContain(passwords.password);
    }
    // Passwords are throttled too, for a minute.
    await club.clock.advance(61);
    page = await visitor.submit(page, FORM, { ...passwords, verification_code: code });
    expect(page.status).toBe(422);
    expect(readableText(page)).toContain('This code is no longer valid');
  });

  it('changes what was asked for by the right code, however it is spaced', async () => {
    const { visitor, asked, code, passwords } = await withCode();
    const verification_code = ` ${code.slice(0, 3)} ${code.slice(3)}`;
    const done = await visitor.submit(asked, FORM, { ...passwords, verification_code });
    expect([done.status, done.location]).toEqual([303, '/settings/account']);
  });

  it('has a field that must not be left empty', async () => {
    const { visitor, asked, passwords } = await withCode();
    const refused = await visitor.submit(asked, FORM, passwords);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatch(/href="#password-change-verification_code"/);
  });
});
