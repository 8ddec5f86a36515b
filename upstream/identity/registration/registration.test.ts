import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { affiliateCampaigns } from '../../affiliate/team/team.tables';
import { describeOnEachDatabase } from '../../database/database.testing';
import { ServiceUnavailable } from '../../http/problems';
import { users } from '../../members/members.tables';
import { termAcceptances } from '../../terms/terms.tables';
import { application, type Club, openClub, password, signIn } from '../identity.testing';

const argon = vi.hoisted(() => ({ hashed: 0 }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  const hash: typeof real.hash = (...args) => {
    argon.hashed += 1;
    return real.hash(...args);
  };
  return { ...real, hash };
});

const strength = vi.hoisted(() => ({ asked: 0, verdict: null as Error | null }));
vi.mock('../passwords/password-strength', async (original) => {
  const real = await original<typeof import('../passwords/password-strength')>();
  const passwordScore: typeof real.passwordScore = (...args) => {
    strength.asked += 1;
    return strength.verdict ? Promise.reject(strength.verdict) : real.passwordScore(...args);
  };
  return { passwordScore };
});

const start = new Date('2026-11-20T09:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  Object.assign(strength, { asked: 0, verdict: null });
});
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('registration', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openClub(open);
  });

  it('makes a member who can sign in, and mails the link that confirms the address', async () => {
    const anna = await club.addMember({ email: 'anna@example.org', refHash: 'AnnaKessler' });
    const given = await application(club, { email: 'Nora@Example.org', ref_hash: 'AnnaKessler', language: 'de' });
    const { status, body, headers } = await club.post('/auth/register', given, { language: 'de' });
    expect({ status, body }).toEqual({ status: 202, body: { message: expect.stringContaining('E-Mail') } });
    expect(headers.get('x-ratelimit-limit')).toBe('20');
    const [row] = await club.db.select().from(users).where(eq(users.email, 'nora@example.org'));
    expect(row).toMatchObject({
      firstname: 'Nora',
      language: 'de',
      country: 'DE',
      referrerId: anna.id,
      emailVerifiedAt: null,
    });
    expect(await club.db.$count(termAcceptances, eq(termAcceptances.userId, row?.id ?? 0))).toBe(2);
    const [mail] = await club.mails();
    expect(mail).toMatchObject({ to: 'nora@example.org', subject: 'Bitte bestätige deine E-Mail-Adresse für Almende' });
    expect(mail?.links[0]).toMatch(
      /^http:\/\/localhost:3000\/verify-email\/\d+\/[0-9a-f]{64}\?expires=\d+&signature=[0-9a-f]{64}$/,
    );
    const signedIn = await signIn(club, {}, 'nora@example.org');
    expect(signedIn.body.user).toMatchObject({ email_verified: false, address_is_filled: false, language: 'de' });
    expect(signedIn.body.user.permissions).not.toContain('ghost.enter');
    expect((await signIn(club, {}, 'anna@example.org')).body.user.firstline).toBe(1);
  });

  it('answers a known address the same, after the same work, changes nothing and tells its owner', async () => {
    await club.addMember({ email: 'known@example.org' });
    const [before] = await club.db.select().from(users).where(eq(users.email, 'known@example.org'));
    const answers = [];
    for (const email of ['new@example.org', 'known@example.org', 'KNOWN@example.org']) {
      argon.hashed = 0;
      const { status, body } = await club.post('/auth/register', await application(club, { email }));
      answers.push({ status, body, hashed: argon.hashed });
    }
    expect(answers[0]).toMatchObject({ status: 202, hashed: 1 });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(await club.db.select().from(users).where(eq(users.email, 'known@example.org'))).toEqual([before]);
    const mails = (await club.mails()).map(({ to, subject }) => `${to}: ${subject}`);
    const told = 'known@example.org: You are already a member of Almende';
    expect(mails.sort()).toEqual([told, told, 'new@example.org: Please confirm your e-mail address for Almende']);
  });

  it('mails the owner of a known address at most five times an hour', async () => {
    await club.addMember({ email: 'known@example.org' });
    for (let n = 0; n < 7; n++)
      await club.post('/auth/register', await application(club, { email: 'known@example.org' }));
    expect(await club.mails()).toHaveLength(5);
  });

  it('names every fault at its field', async () => {
    const post = async (overrides: Record<string, unknown>) => {
      const { status, body } = await club.post('/auth/register', await application(club, overrides));
      return { status, fields: Object.keys(body.errors ?? {}) };
    };
    const faults: [Record<string, unknown>, string][] = [
      [{ firstname: 'x'.repeat(5000) }, 'firstname'],
      [{ firstname: '   ' }, 'firstname'],
      [{ lastname: 'see http://evil.example' }, 'lastname'],
      [{ lastname: 'Feld\nBcc: x' }, 'lastname'],
      [{ email: 'not an address' }, 'email'],
      [{ email: `${'x'.repeat(250)}@example.org` }, 'email'],
      [{ password: 'short', password_confirmation: 'short' }, 'password'],
      [{ password: 'x'.repeat(129), password_confirmation: 'x'.repeat(129) }, 'password'],
      [{ password: 'passwort123', password_confirmation: 'passwort123' }, 'password'],
      [{ password: 'qwertyuiop', password_confirmation: 'qwertyuiop' }, 'password'],
      [{ password: 'Nora@example.org', password_confirmation: 'Nora@example.org' }, 'password'],
      [
        { email: 'nora.feld.1991@example.org', password: 'nora.feld.1991', password_confirmation: 'nora.feld.1991' },
        'password',
      ],
      [{ password_confirmation: `${password}x` }, 'password_confirmation'],
      [{ country: 'XX' }, 'country'],
      [{ country: 'de' }, 'country'],
      [{ language: 'fr' }, 'language'],
      [{ birthdate: '2008-11-21' }, 'birthdate'],
      [{ birthdate: '2027-01-01' }, 'birthdate'],
      [{ birthdate: '1850-01-01' }, 'birthdate'],
      [{ birthdate: '2001-02-30' }, 'birthdate'],
      [{ terms: [] }, 'terms'],
      [{ terms: [99999] }, 'terms'],
      [{ ref_hash: 'no!' }, 'ref_hash'],
      [{ admin: true }, 'admin'],
    ];
    for (const [overrides, field] of faults) {
      expect(await post(overrides), JSON.stringify(overrides).slice(0, 60)).toEqual({ status: 422, fields: [field] });
    }
    expect(await club.db.$count(users)).toBe(0);
    expect((await post({ birthdate: '2008-11-20' })).status).toBe(202);
  }, 60_000);

  it('keeps the campaign of the link for the one who invites, and none without a link', async () => {
    const anna = await club.addMember({ email: 'anna@example.org', refHash: 'AnnaKessler' });
    const link = { ref_hash: 'AnnaKessler', campaign: 'fair' };
    await club.post('/auth/register', await application(club, { email: 'nora@example.org', ...link }));
    await club.post('/auth/register', await application(club, { email: 'jo@example.org', campaign: 'fair' }));
    const { label, registrations, userId } = affiliateCampaigns;
    const found = await club.db.select({ label, registrations }).from(affiliateCampaigns).where(eq(userId, anna.id));
    expect(found).toEqual([{ label: 'fair', registrations: 1 }]);
    const [jo] = await club.db.select().from(users).where(eq(users.email, 'jo@example.org'));
    expect(jo?.referralCampaign).toBeNull();
  });

  it('ignores a referral link that does not exist', async () => {
    expect((await club.post('/auth/register', await application(club, { ref_hash: 'Nobody123' }))).status).toBe(202);
    expect((await club.db.select().from(users))[0]?.referrerId).toBeNull();
  });

  it('takes 20 applications an hour from one network', async () => {
    const from = async (ip: string) => (await club.post('/auth/register', await application(club), { ip })).status;
    for (let n = 0; n < 20; n++) expect(await from('192.0.2.9')).toBe(202);
    expect(await from('192.0.2.9')).toBe(429);
    expect(await from('192.0.2.10')).toBe(202);
  }, 60_000);
});

describeOnEachDatabase('registration in a flood', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openClub(open);
  });

  it('judges a password together with all the rest, and counts a network before it does', async () => {
    const post = async (overrides: Record<string, unknown>, ip: string) =>
      (await club.post('/auth/register', await application(club, overrides), { ip })).status;
    const common = { password: 'schmetterling', password_confirmation: 'schmetterling' };
    for (let n = 0; n < 60; n++) expect(await post({ ...common, terms: [] }, '192.0.2.60')).toBe(422);
    expect(strength.asked).toBe(60);
    expect(await post(common, '192.0.2.60')).toBe(429);
    expect(strength.asked).toBe(60);
  }, 60_000);

  it('accepts no password that nobody judged', async () => {
    strength.verdict = new ServiceUnavailable(5);
    const { status, headers } = await club.post('/auth/register', await application(club));
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(await club.db.$count(users)).toBe(0);
    expect(await club.mails()).toEqual([]);
  });
});

describeOnEachDatabase('reCAPTCHA', (open) => {
  it('loosens the limit for whom it vouches; a failing service locks nobody out', async () => {
    const seen: string[] = [];
    let verdict = JSON.stringify({ success: true, score: 0.9 });
    const service = createServer((request, response) => {
      request.on('data', (chunk) => seen.push(String(chunk)));
      request.on('end', () => response.end(verdict));
    }).listen(0, '127.0.0.1');
    await new Promise((up) => service.once('listening', up));
    const { port } = service.address() as AddressInfo;
    const club = await openClub(open, {
      recaptcha: { secret: 's3cret', verifyUrl: `http://127.0.0.1:${port}/siteverify` },
    });
    const post = async (recaptcha_token?: string) =>
      (await club.post('/auth/register', await application(club, { recaptcha_token }))).headers.get(
        'x-ratelimit-limit',
      );
    expect(await post('good')).toBe('20');
    expect(seen[0]).toBe('secret=s3cret&response=good&remoteip=192.0.2.1');
    expect(await post()).toBe('5');
    expect(seen).toHaveLength(1);
    for (const bad of [
      JSON.stringify({ success: false }),
      JSON.stringify({ success: true, score: 0.1 }),
      '<html>',
      '',
    ]) {
      verdict = bad;
      expect(await post('bad')).toBe('5');
    }
    await new Promise((down) => service.close(down));
    expect((await club.post('/auth/register', await application(club, { recaptcha_token: 'late' }))).status).toBe(429);
    verdict = '';
    expect(
      (await club.post('/auth/register', await application(club, { recaptcha_token: 'late' }), { ip: '192.0.2.50' }))
        .status,
    ).toBe(202);
  }, 40_000);
});
