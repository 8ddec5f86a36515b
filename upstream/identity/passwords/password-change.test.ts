import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { holding, untilWaiting } from '../../database/locks.testing';
import { uuidV7 } from '../../database/uuid-v7';
import { tokenHash } from '../../keys';
import { users } from '../../members/members.tables';
import { knownDevices } from '../../members/sessions.tables';
import { notifications } from '../../notifications/notifications.tables';
import { apiTokens } from '../api-tokens/api-tokens.tables';
import { newApiToken, shownPrefix } from '../api-tokens/token-format';
import { type Club, openClub, password, signIn } from '../identity.testing';
import { seedTwoFactor, totpAt } from '../two-factor/two-factor.testing';

const start = new Date('2026-11-20T09:00:00Z');
const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const next = 'harbour-pencil-77';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

interface Browser {
  token: string;
  device: string;
}

async function openBrowser(club: Club, ip = '192.0.2.1'): Promise<Browser> {
  const { body } = await signIn(club, { ip });
  return { token: body.token.access_token, device: body.device_token };
}

async function mailedProof(club: Club, { token }: Browser) {
  await club.post('/user/request-verification-code', { action: 'password.change', context: '' }, { token });
  const mail = (await club.mails()).filter(({ subject }) => subject.startsWith('Your code')).at(-1);
  return { verification_method: 'email', verification_code: (mail?.subject ?? '').replace(/\D/g, '') };
}

/** Changes the password. The browser continues with the token of the answer. */
async function change(club: Club, browser: Browser, body: object, language: 'en' | 'de' = 'en') {
  const form = { current_password: password, password: next, password_confirmation: next, ...body };
  const answer = await club.post('/user/password', form, { ...browser, language });
  browser.token = answer.body.token?.access_token ?? browser.token;
  return answer;
}

const isIn = async (club: Club, { token }: Browser) =>
  (await club.call('GET', '/user/header', { token })).status === 200;

describeOnEachDatabase('a password set in the settings', (open) => {
  let club: Club;
  let mine: Browser;
  beforeEach(async () => {
    club = await openClub(open);
    await club.addMember();
    mine = await openBrowser(club);
  });

  it('ends the other sessions at once, keeps this one, and tells the member what is true', async () => {
    const other = await openBrowser(club, '192.0.2.9');
    const { status, body } = await change(club, mine, await mailedProof(club, mine));
    expect({ status, body }).toMatchObject({ status: 200, body: { ended_sessions: 1 } });
    expect([await isIn(club, mine), await isIn(club, other)]).toEqual([true, false]);
    const [member] = await club.db.select().from(users);
    expect(club.broadcaster.reauthorized).toEqual([member?.id]);
    expect((await signIn(club)).status).toBe(422);
    expect((await club.post('/auth/login', { email: 'mia@example.org', password: next })).status).toBe(200);
    const mail = (await club.mails()).find(({ subject }) => subject === 'Your account has a new password');
    expect(mail?.text).toContain('All other devices were signed out; only the one that set it stayed signed in.');
    const told = await club.db
      .select({ type: notifications.type, description: notifications.description })
      .from(notifications);
    expect(told.find(({ type }) => type === 'security.password_changed')?.description.en).toMatch(/^All other devices/);
    expect((await club.db.select().from(auditLog)).map(({ action }) => action)).toContain('password.changed');
  });

  it('ends every token of this session too, which goes on with a new one', async () => {
    const copied = (await club.post('/auth/refresh', {}, mine)).body.token.access_token;
    const before = { ...mine };
    await change(club, mine, await mailedProof(club, mine));
    expect([await isIn(club, before), await isIn(club, { ...mine, token: copied })]).toEqual([false, false]);
    expect(await isIn(club, mine)).toBe(true);
  });

  it('is told on the pages alone where nobody has confirmed the address', async () => {
    await club.db.update(users).set({ emailVerifiedAt: null });
    expect((await change(club, mine, { verification_method: 'none', verification_code: '' })).status).toBe(200);
    const told = await club.db.select({ type: notifications.type }).from(notifications);
    expect(told.map(({ type }) => type)).toContain('security.password_changed');
    expect((await club.mails()).map(({ subject }) => subject)).not.toContain('Your account has a new password');
  });

  it('revokes every API token', async () => {
    const token = newApiToken();
    const [member] = await club.db.select().from(users);
    await club.db.insert(apiTokens).values({
      id: uuidV7(start),
      userId: member?.id ?? 0,
      place: 1,
      name: 'Home',
      tokenHash: tokenHash(token),
      prefix: shownPrefix(token),
      abilities: ['profile:read'],
      createdAt: start,
      expiresAt: new Date(start.getTime() + 24 * 3600_000),
    });
    expect((await club.call('GET', '/user', { token })).status).toBe(200);
    await change(club, mine, await mailedProof(club, mine));
    expect((await club.call('GET', '/user', { token })).status).toBe(401);
  });

  it('makes strangers of all other browsers, and mailed links worthless', async () => {
    await openBrowser(club, '192.0.2.9');
    await club.post('/auth/recover', { email: 'mia@example.org' });
    const reset = (await club.mails()).at(-1)?.links[0]?.split('/').at(-1);
    expect(await club.db.$count(knownDevices)).toBe(2);
    await change(club, mine, await mailedProof(club, mine));
    expect(await club.db.$count(knownDevices)).toBe(1);
    const words = { password: 'walrus-lamp-9911', password_confirmation: 'walrus-lamp-9911' };
    const form = { email: 'mia@example.org', token: reset, ...words };
    expect((await club.post('/auth/reset-password', form)).status).toBe(422);
    const again = { email: 'mia@example.org', password: next };
    const { body } = await club.post('/auth/login', again, { device: mine.device });
    expect(body.device_token).toBe(mine.device);
  });

  it.each([
    ['a wrong present password', { current_password: 'walnut-lantern-43' }, 'current_password'],
    ['no present password', { current_password: undefined }, 'current_password'],
    ['the same password', { password, password_confirmation: password }, 'password'],
    ['a short one', { password: 'short', password_confirmation: 'short' }, 'password'],
    ['a common one', { password: 'password123', password_confirmation: 'password123' }, 'password'],
    ['the e-mail address', { password: 'mia@example.org', password_confirmation: 'mia@example.org' }, 'password'],
    ['another confirmation', { password_confirmation: 'harbour-pencil-78' }, 'password_confirmation'],
    ['a wrong code', { verification_code: '000000x' }, 'verification_code'],
    ['no code', { verification_code: '' }, 'verification_code'],
  ])('is refused with %s, at its field, and the code stays good', async (_, wrong, field) => {
    const proof = await mailedProof(club, mine);
    for (const language of ['en', 'de'] as const) {
      const { status, body } = await change(club, mine, { ...proof, ...wrong }, language);
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    }
    expect((await change(club, mine, proof)).status).toBe(200);
  });

  it('is refused without the step, and without a session', async () => {
    const bare = await change(club, mine, {});
    expect([bare.status, bare.body.code]).toEqual([403, 'step_up_required']);
    expect((await change(club, { token: 'x'.repeat(43), device: '' }, {})).status).toBe(401);
  });

  it('counts wrong present passwords as a sign-in does, whatever the session', async () => {
    const proof = await mailedProof(club, mine);
    const stranger = { ...mine, device: '' };
    for (let guess = 0; guess < 4; guess++) {
      expect((await change(club, stranger, { ...proof, current_password: `guess ${guess}` })).status).toBe(422);
    }
    const refused = await change(club, stranger, { ...proof, current_password: password });
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    const actions = (await club.db.select().from(auditLog)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'password.change_failed')).toHaveLength(4);
    advance(61);
    expect((await change(club, stranger, proof)).status).toBe(200);
  });

  it('takes the code of the app where two-factor sign-in is on', async () => {
    const [member] = await club.db.select().from(users);
    await seedTwoFactor(club, member?.id ?? 0);
    const proof = await mailedProof(club, mine);
    expect((await change(club, mine, proof)).body.errors).toHaveProperty('verification_code');
    const totp = { verification_method: 'totp', verification_code: totpAt(new Date()) };
    expect((await change(club, mine, totp)).status).toBe(200);
  });

  it('is the first one of a member who has none', async () => {
    await club.db.update(users).set({ passwordHash: null });
    const { status } = await change(club, mine, { ...(await mailedProof(club, mine)), current_password: undefined });
    expect(status).toBe(200);
    expect((await club.post('/auth/login', { email: 'mia@example.org', password: next })).status).toBe(200);
    expect((await club.db.select().from(auditLog)).map(({ action }) => action)).toContain('password.set');
  });
});

describeOnPostgres('a refresh of a copied token while the password is being changed', (open) => {
  it('leaves none that is good', async () => {
    const club = await openClub(open);
    await club.addMember({ emailVerifiedAt: null });
    const mine = await openBrowser(club);
    const copied = { ...mine };
    // The change has already ended the tokens when it reaches this row.
    const release = await holding(club.db, (tx) => tx.select().from(knownDevices).for('update'));
    const changed = change(club, { ...mine, device: '' }, {});
    await untilWaiting(club.db, 1);
    const refreshed = club.post('/auth/refresh', {}, copied);
    await Promise.race([refreshed, untilWaiting(club.db, 2)]);
    await release();
    expect([(await changed).status, (await refreshed).status]).toEqual([200, 401]);
  });
});

describeOnPostgres('two new passwords at once', (open) => {
  it('from two browsers: one holds, the other is refused', async () => {
    const club = await openClub(open);
    const member = await club.addMember();
    await seedTwoFactor(club, member.id);
    await club.db.update(users).set({ google2faEnabledAt: null });
    const browsers = [await openBrowser(club), await openBrowser(club, '192.0.2.9')];
    await club.db.update(users).set({ emailVerifiedAt: null });
    const words = ['harbour-pencil-77', 'walrus-lamp-9911'];
    const answers = await Promise.all(
      browsers.map((browser, at) => change(club, browser, { password: words[at], password_confirmation: words[at] })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const alive = await Promise.all(browsers.map((browser) => isIn(club, browser)));
    expect(alive).toEqual(answers.map(({ status }) => status === 200));
  });

  it('and sign-ins with the old one: none of their sessions outlives the change', async () => {
    const club = await openClub(open);
    await club.addMember({ emailVerifiedAt: null });
    const mine = await openBrowser(club);
    const [changed, ...signedIn] = await Promise.all([
      change(club, mine, {}),
      ...[1, 2, 3, 4].map((at) => signIn(club, { ip: `192.0.2.${at + 10}` })),
    ]);
    expect(changed.status).toBe(200);
    const tokens = signedIn.filter(({ status }) => status === 200).map(({ body }) => body.token.access_token);
    for (const token of tokens) expect((await club.call('GET', '/user/header', { token })).status).toBe(401);
  });
});
