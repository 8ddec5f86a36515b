import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { users } from '../../members/members.tables';
import { knownDevices } from '../../members/sessions.tables';
import { type Club, openClub, password, signIn } from '../identity.testing';

const argon = vi.hoisted(() => ({ verified: 0 }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  const verify: typeof real.verify = (...args) => {
    argon.verified += 1;
    return real.verify(...args);
  };
  return { ...real, verify };
});

const start = new Date('2026-11-20T09:00:00Z');
const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('sign-in', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openClub(open);
    await club.addMember();
  });

  it('gives a token of an hour, the member and a device token', async () => {
    const { status, body, headers } = await signIn(club, { ip: '192.0.2.7' }, 'MIA@example.org');
    expect(status).toBe(200);
    expect(body.token).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'bearer',
      expires_in: 3600,
    });
    expect(body.user).toMatchObject({
      name: 'Mia Sommer',
      email: 'mia@example.org',
      ip_address: '192.0.2.7',
      firstline: 0,
      email_verified: true,
      has_password: true,
    });
    expect(body.device_token).toMatch(/^[\w-]+\.[0-9a-f]{64}$/);
    expect(headers.get('x-ratelimit-limit')).toBe('5');
    expect(headers.get('x-ratelimit-remaining')).toBe('4');
  });

  it('answers a wrong password, an unknown address and a member without a password alike, with the same work', async () => {
    await club.addMember({ email: 'nopass@example.org', password: null });
    const answers = [];
    for (const email of ['mia@example.org', 'nobody@example.org', 'nopass@example.org']) {
      argon.verified = 0;
      const { status, body } = await club.post(
        '/auth/login',
        { email, password: 'not the password' },
        { language: 'de' },
      );
      answers.push({ status, body, verified: argon.verified });
    }
    const text = 'Die E-Mail-Adresse oder das Passwort stimmt nicht. Bitte prüfe beides.';
    expect(answers[0]).toEqual({ status: 422, body: { message: text, error: text, errors: {} }, verified: 1 });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('refuses the sixth attempt in a minute, even with the right password, known address or not', async () => {
    for (const email of ['mia@example.org', 'nobody@example.org']) {
      for (let attempt = 0; attempt < 5; attempt++) {
        expect((await club.post('/auth/login', { email, password: 'not the password' })).status).toBe(422);
      }
      const { status, body, headers } = await signIn(club, {}, email);
      expect(status).toBe(429);
      expect(body).toEqual({ message: 'Too Many Attempts.' });
      expect(headers.get('x-ratelimit-limit')).toBe('5');
      expect(headers.get('x-ratelimit-remaining')).toBe('0');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
      expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(start.getTime() / 1000);
    }
    advance(61);
    expect((await signIn(club)).status).toBe(200);
  });

  it('limits a network to 30 a minute over all addresses; an IPv6 customer is one network', async () => {
    for (let attempt = 0; attempt < 30; attempt++) {
      await club.post(
        '/auth/login',
        { email: `a${attempt}@example.org`, password: 'x' },
        { ip: `2001:db8:1:2::${attempt + 1}` },
      );
    }
    expect((await signIn(club, { ip: '2001:db8:1:2:ffff::1' })).status).toBe(429);
    expect((await signIn(club, { ip: '2001:db8:1:3::1' })).status).toBe(200);
  }, 60_000);

  it('lets a known browser in while others guess, and evaluates at most 100 of their guesses', async () => {
    const { body } = await signIn(club);
    const device = body.device_token;
    advance(3600);
    argon.verified = 0;
    let refused = 0;
    for (let guess = 0; guess < 400; guess++) {
      const ip = `198.51.${guess >> 8}.${guess & 255}`;
      const { status } = await club.post(
        '/auth/login',
        { email: 'mia@example.org', password: `guess ${guess}` },
        { ip },
      );
      if (status === 429) refused += 1;
      if (guess % 2 === 0) advance(901);
    }
    expect(argon.verified).toBeLessThanOrEqual(100);
    expect(argon.verified).toBeGreaterThan(90);
    expect(refused).toBe(400 - argon.verified);
    const usedUp = await club.post('/auth/login', { email: 'mia@example.org', password }, { language: 'de' });
    expect(usedUp.status).toBe(429);
    expect(usedUp.body.errors.email).toEqual([expect.stringContaining('„Passwort vergessen?“')]);
    expect(usedUp.headers.get('retry-after')).toBeNull();
    expect((await signIn(club, { ip: '203.0.113.9' })).body.errors.email?.[0]).toContain('“Forgotten your password?”');
    expect((await signIn(club, { ip: '198.51.0.1', device })).status).toBe(200);
    expect((await signIn(club, { ip: '203.0.113.9' })).status).toBe(429);
  }, 120_000);

  it('makes failures in a row wait longer and longer', async () => {
    const attempt = (n: number) =>
      club.post('/auth/login', { email: 'mia@example.org', password: 'wrong' }, { ip: `198.51.100.${n}` });
    for (let n = 0; n < 10; n++) expect((await attempt(n)).status).toBe(422);
    const first = await attempt(50);
    expect(first.status).toBe(429);
    expect(first.headers.get('retry-after')).toBe('30');
    advance(31);
    expect((await attempt(51)).status).toBe(422);
    expect((await attempt(52)).headers.get('retry-after')).toBe('60');
    advance(61);
    expect((await signIn(club, { ip: '198.51.100.60' })).status).toBe(200);
    expect((await attempt(61)).status).toBe(422);
    expect((await attempt(62)).status).toBe(422);
  });

  it('gives no allowance to a forged, foreign or worn-out device token', async () => {
    await club.addMember({ email: 'eve@example.org' });
    const { body } = await signIn(club, {}, 'eve@example.org');
    const mine = (await signIn(club)).body.device_token;
    for (let n = 0; n < 5; n++)
      await club.post('/auth/login', { email: 'mia@example.org', password: 'wrong' }, { ip: '203.0.113.5' });
    for (const device of [body.device_token, `x${body.device_token}`, mine.replace(/.$/, '!'), 'a.b', '.']) {
      expect((await signIn(club, { device, ip: '203.0.113.5' })).status).toBe(429);
    }
    expect((await signIn(club, { device: mine, ip: '203.0.113.5' })).status).toBe(200);
    for (let n = 0; n < 20; n++) {
      advance(61);
      await club.post(
        '/auth/login',
        { email: 'mia@example.org', password: 'wrong' },
        { device: mine, ip: '203.0.113.5' },
      );
    }
    argon.verified = 0;
    advance(61);
    for (let n = 0; n < 6; n++)
      await club.post(
        '/auth/login',
        { email: 'mia@example.org', password: 'wrong' },
        { device: mine, ip: '203.0.113.6' },
      );
    expect(argon.verified).toBeLessThanOrEqual(5);
  });

  it('knows a browser by any of the tokens of its members', async () => {
    const others = [];
    for (const email of ['eve@example.org', 'ida@example.org', 'lea@example.org']) {
      await club.addMember({ email });
      others.push((await signIn(club, {}, email)).body.device_token);
    }
    const mine = (await signIn(club)).body.device_token;
    const device = [...others, 'forged.token', mine].join(',');
    for (let n = 0; n < 5; n++)
      await club.post('/auth/login', { email: 'mia@example.org', password: 'wrong' }, { ip: '203.0.113.5' });
    expect((await signIn(club, { ip: '203.0.113.5' })).status).toBe(429);
    const { status, body } = await signIn(club, { device, ip: '203.0.113.5' });
    expect([status, body.device_token]).toEqual([200, mine]);
    expect((await signIn(club, { device: `a,b,c,d,e,${mine}`, ip: '203.0.113.5' })).status).toBe(429);
    expect(await club.mails()).toEqual([]);
  });

  it('remembers the last 20 browsers of a member', async () => {
    const first = (await signIn(club)).body.device_token;
    for (let n = 0; n < 20; n++) {
      advance(61);
      expect((await signIn(club, { device: n < 10 ? first : undefined })).status).toBe(200);
      if (n > 10) expect(await club.db.$count(knownDevices)).toBe(n - 8);
    }
    for (let n = 0; n < 15; n++) {
      advance(61);
      await signIn(club);
    }
    expect(await club.db.$count(knownDevices)).toBe(20);
  }, 60_000);

  it('mails about a new browser, but neither at the first sign-in nor for a known one', async () => {
    const { body } = await signIn(club);
    await signIn(club, { device: body.device_token });
    expect(await club.mails()).toEqual([]);
    await signIn(club, { ip: '203.0.113.77' });
    const [mail, ...others] = await club.mails();
    expect(others).toEqual([]);
    expect(mail?.to).toBe('mia@example.org');
    expect(mail?.text).toContain('Chrome on Linux');
    expect(mail?.text).toContain('203.0.113.77');
    expect(mail?.links).toEqual(['http://localhost:3000/settings/devices']);
    expect(mail?.text).toContain('http://localhost:3000/recover');
  });

  it('hashes anew when the parameters have changed', async () => {
    const old = await (await import('@node-rs/argon2')).hash(password, { memoryCost: 8192, timeCost: 1 });
    await club.db.update(users).set({ passwordHash: old }).where(eq(users.email, 'mia@example.org'));
    expect((await signIn(club)).status).toBe(200);
    const [row] = await club.db.select().from(users).where(eq(users.email, 'mia@example.org'));
    expect(row?.passwordHash).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect((await signIn(club)).status).toBe(200);
  });

  it('writes sign-ins and failed ones to the audit log, without the address', async () => {
    await signIn(club);
    await club.post('/auth/login', { email: 'mia@example.org', password: 'wrong' });
    const rows = await club.db.select().from(auditLog).orderBy(auditLog.id);
    expect(rows.map(({ action, ip }) => ({ action, ip }))).toEqual([
      { action: 'login', ip: '192.0.2.1' },
      { action: 'login.failed', ip: '192.0.2.1' },
    ]);
    expect(JSON.stringify(rows)).not.toContain('mia@');
  });

  it('unlocks like a login and shares its limit', async () => {
    expect((await club.post('/auth/unlock', { email: 'mia@example.org', password })).body.token.expires_in).toBe(3600);
    for (let n = 0; n < 4; n++) await signIn(club);
    expect((await club.post('/auth/unlock', { email: 'mia@example.org', password })).status).toBe(429);
  });

  it('refuses what is not in the contract', async () => {
    const { status, body } = await club.post('/auth/login', { email: 'mia', password: '', admin: true });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(['admin', 'email', 'password']);
  });
});

describeOnPostgres('sign-in at once', (open) => {
  it('evaluates no more parallel guesses than one after the other', async () => {
    const club = await openClub(open);
    await club.addMember();
    argon.verified = 0;
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        club.post('/auth/login', { email: 'mia@example.org', password: 'wrong' }, { ip: `198.51.100.${n}` }),
      ),
    );
    expect(argon.verified).toBe(10);
  });
});
