import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { isUniqueViolation } from '../../database/failures';
import { users } from '../../members/members.tables';
import { knownDevices } from '../../members/sessions.tables';
import { notifications } from '../../notifications/notifications.tables';
import { application, type Club, getToken, openClub, password, signIn } from '../identity.testing';
import { emailChanges } from './email-change.tables';
import { ask, change, confirm, findMailTo, mailedCode, newEmail, revert } from './email-change.testing';

const start = new Date('2026-11-20T09:00:00Z');
const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const week = 7 * 24 * 3600;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('the link in the notice of a change', (open) => {
  let club: Club;
  let token: string;
  let link: string;
  beforeEach(async () => {
    club = await openClub(open);
    await club.addMember();
    token = await getToken(club);
    link = await change(club, token);
  });

  it('restores the old address, ends every session and mails the way to a new password', async () => {
    const member = (await club.db.select().from(users))[0]?.id ?? 0;
    expect(await revert(club, link)).toBe('success');
    expect((await club.call('GET', '/user/header', { token })).status).toBe(401);
    expect(club.broadcaster.reauthorized).toEqual([member]);
    expect(await club.db.$count(knownDevices)).toBe(0);
    // Somebody who took the account over may know the password, or may have set it.
    for (const email of ['mia@example.org', newEmail]) {
      expect((await club.post('/auth/login', { email, password })).status).toBe(422);
    }
    const reset = (await findMailTo(club, 'mia@example.org', 'This address is back'))?.links[0] ?? '';
    expect(reset).toMatch(/^http:\/\/localhost:3000\/reset-password\/mia%40example\.org\//);
    const words = { password: 'harbour-pencil-77', password_confirmation: 'harbour-pencil-77' };
    const form = { email: 'mia@example.org', token: reset.split('/').at(-1), ...words };
    expect((await club.post('/auth/reset-password', form)).status).toBe(200);
    const login = await club.post('/auth/login', { email: 'mia@example.org', password: words.password });
    expect(login.body.user).toMatchObject({ email: 'mia@example.org', email_verified: true });
    const told = await club.db.select({ type: notifications.type }).from(notifications);
    expect(told.map(({ type }) => type)).toContain('security.email_reverted');
  });

  it('works once, for seven days, and is nobody else’s to make', async () => {
    expect(await revert(club, 'nobody-ever-made-this-one')).toBe('invalid');
    advance(week - 1);
    expect(await revert(club, link)).toBe('success');
    expect(await revert(club, link)).toBe('used');
  });

  it('is over after seven days', async () => {
    advance(week);
    expect(await revert(club, link)).toBe('expired');
    expect((await club.post('/auth/login', { email: newEmail, password })).status).toBe(200);
  });

  it('reaches over later changes, whose own links come to nothing', async () => {
    advance(61);
    const second = await change(club, token, 'thief@example.org', newEmail);
    advance(61);
    await ask(club, token, 'fourth@example.org', 'thief@example.org');
    expect(await revert(club, link)).toBe('success');
    expect(await revert(club, second)).toBe('overtaken');
    const [user] = await club.db.select().from(users);
    expect(user?.email).toBe('mia@example.org');
    const open = (await club.db.select().from(emailChanges)).filter((row) => !row.confirmedAt && !row.endedAt);
    expect(open).toEqual([]);
  });

  it('of a later change leaves the first one good', async () => {
    advance(61);
    const second = await change(club, token, 'third@example.org', newEmail);
    expect(await revert(club, second)).toBe('success');
    expect((await club.db.select().from(users))[0]?.email).toBe(newEmail);
    expect(await revert(club, link)).toBe('success');
    expect((await club.db.select().from(users))[0]?.email).toBe('mia@example.org');
  });

  it('keeps the old address for its member as long as it is good', async () => {
    await club.post('/auth/register', await application(club, { email: 'mia@example.org' }));
    expect(await club.db.$count(users)).toBe(1);
    expect(await findMailTo(club, 'mia@example.org', 'This address is not free yet')).toBeDefined();
    await club.addMember({ email: 'otto@example.org' });
    const otto = await getToken(club, 'otto@example.org');
    await ask(club, otto, 'mia@example.org', 'otto@example.org');
    expect(await findMailTo(club, 'mia@example.org', 'Confirm your new address')).toBeUndefined();
    expect(await findMailTo(club, 'mia@example.org', 'Your address already belongs')).toBeDefined();

    const take = () => club.addMember({ email: 'mia@example.org', createdAt: new Date(), updatedAt: new Date() });
    const refusal = await take().catch((error: unknown) => error);
    expect(isUniqueViolation(refusal, 'users_email_reserved')).toBe(true);
    advance(week);
    await club.post('/auth/register', await application(club, { email: 'mia@example.org' }));
    expect(await club.db.$count(users)).toBe(3);
  });

  it('does not keep the member from changing back', async () => {
    advance(61);
    await change(club, token, 'mia@example.org', newEmail);
    expect((await signIn(club)).status).toBe(200);
  });
});

describeOnPostgres('a race for an address', (open) => {
  it('that becomes free and is kept in the same moment is won by its member', async () => {
    const club = await openClub(open);
    await club.addMember();
    const token = await getToken(club);
    await ask(club, token);
    const code = await mailedCode(club);
    const form = await application(club, { email: 'mia@example.org' });
    const [confirmed, ...registered] = await Promise.all([
      confirm(club, token, code),
      ...[1, 2, 3].map(() => club.post('/auth/register', form)),
    ]);
    expect(confirmed.status).toBe(200);
    expect(registered.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(await club.db.$count(users, eq(users.email, 'mia@example.org'))).toBe(0);
  });

  it('of two presses of the button restores once', async () => {
    const club = await openClub(open);
    await club.addMember();
    const link = await change(club, await getToken(club));
    const statuses = await Promise.all([1, 2, 3].map(() => revert(club, link)));
    expect(statuses.sort()).toEqual(['success', 'used', 'used']);
  });
});
