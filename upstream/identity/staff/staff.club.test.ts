import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Actor } from '../../club/command';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { users } from '../../members/members.tables';
import { allPermissions } from '../../members/permissions';
import { type Club, openClub, password, signIn } from '../identity.testing';
import { twoFactorReset } from '../two-factor/two-factor.club';
import { seedTwoFactor, totpAt } from '../two-factor/two-factor.testing';
import { login, logout, tokensList, tokensRevoke } from './staff.club';
import { staffTokens } from './staff.tables';
import { aStaffMember } from './staff.testing';
import { findActor } from './staff-tokens';

const now = new Date('2026-11-21T09:41:00.123Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const hour = 3600;

async function withStaff(open: Parameters<typeof openClub>[0]) {
  const club = await openClub(open);
  const person = { firstname: 'Greta', lastname: 'Holm', email: 'greta@example.org', permissions: allPermissions };
  const greta = await club.addMember(person);
  await seedTwoFactor(club, greta.id);
  const enter = (at: Date, given: object = {}) =>
    login.run(club, { email: 'greta@example.org', password, one_time_password: totpAt(at), ...given }, at);
  return { club, greta, enter };
}

const audited = async ({ db }: Club) =>
  (await db.select().from(auditLog).orderBy(asc(auditLog.id))).map(({ action, actorId, detail }) => [
    action,
    actorId,
    detail,
  ]);

describeOnEachDatabase('club login', (open) => {
  it('gives a token of 8 hours for password and one-time code, and keeps its digest alone', async () => {
    const { club, greta, enter } = await withStaff(open);
    const { lines, data, token } = await enter(now);
    expect(lines).toEqual(['Signed in as Greta Holm until 2026-11-21T17:41:00.123Z.']);
    expect(JSON.stringify([lines, data])).not.toContain(token);
    const actor = { id: greta.id, name: 'Greta Holm', permissions: allPermissions };
    expect(await findActor(club.db, String(token), later(8 * hour - 1))).toMatchObject(actor);
    expect(await findActor(club.db, String(token), later(8 * hour))).toBeNull();
    expect(await findActor(club.db, 'greta@example.org', now)).toBeNull();
    expect(JSON.stringify(await club.db.select().from(staffTokens))).not.toContain(token);
    expect(await audited(club)).toEqual([['login', greta.id, { by: 'one_time_password', at: 'command line' }]]);
  });

  it('is closed for 24 hours after colleagues reset the second factor, and says until when', async () => {
    const { club, greta, enter } = await withStaff(open);
    const given = { user: 'greta@example.org', reason: 'Called back on the known number.' };
    for (const colleague of [await aStaffMember(club), await aStaffMember(club)])
      await twoFactorReset.run(club, given, now, colleague);
    await seedTwoFactor(club, greta.id);
    const day = 24 * hour;
    await expect(enter(later(day - 1))).rejects.toThrow(
      'The two-factor sign-in of greta@example.org was reset by colleagues: it opens no command line until 2026-11-22T09:41:00.123Z.',
    );
    expect(await club.db.$count(staffTokens)).toBe(0);
    expect((await enter(later(day))).token).toBeDefined();
  });

  it('takes a code once, and no other one', async () => {
    const { club, enter } = await withStaff(open);
    await enter(now);
    await expect(enter(now)).rejects.toThrow('The one-time code is wrong, or was used before');
    await expect(enter(later(30), { one_time_password: '000000' })).rejects.toThrow('The one-time code is wrong');
    expect((await audited(club)).map(([action, actor]) => [action, actor])).toEqual([
      ['login', expect.any(Number)],
      ['login.failed', null],
      ['login.failed', null],
    ]);
  });

  it.each([
    ['a wrong password', { password: 'not-the-password-1' }, 'The e-mail address or the password is not right'],
    ['an unknown address', { email: 'nobody@example.org' }, 'The e-mail address or the password is not right'],
    ['no code', { one_time_password: '' }, 'ONE_TIME_PASSWORD: is empty'],
  ])('refuses %s', async (_, given, words) => {
    const { club, enter } = await withStaff(open);
    await expect(enter(now, given)).rejects.toThrow(words);
    expect(await club.db.$count(staffTokens)).toBe(0);
  });

  it('admits nobody without two-factor sign-in, and says what to do; nor who is no staff', async () => {
    const { club } = await withStaff(open);
    await club.addMember({ email: 'holger@example.org', permissions: ['payouts.export'] });
    const mia = await club.addMember();
    await seedTwoFactor(club, mia.id);
    const enter = (email: string) => login.run(club, { email, password, one_time_password: totpAt(now) }, now);
    await expect(enter('holger@example.org')).rejects.toThrow('switch it on under Settings, Two-factor sign-in');
    await expect(enter('mia@example.org')).rejects.toThrow('mia@example.org has no permission of the staff.');
    expect(await club.db.$count(staffTokens)).toBe(0);
  });

  it('counts attempts with those of the browsers', async () => {
    const { club, enter } = await withStaff(open);
    const wrong = { password: 'not-the-password-1' };
    for (let attempt = 0; attempt < 5; attempt++) await expect(enter(now, wrong)).rejects.toThrow('is not right');
    await expect(enter(now)).rejects.toThrow(/^Too many attempts: wait \d+ seconds\.$/);
    const { status } = await signIn(club, { ip: null }, 'greta@example.org');
    expect(status).toBe(429);
    expect(await club.db.$count(staffTokens)).toBe(0);
  });
});

describeOnEachDatabase('a staff token', (open) => {
  const actorBy = async (club: Club, token: unknown, at = now) =>
    (await findActor(club.db, String(token), at)) as Actor;

  it('is listed, and over once it was revoked or its owner signed out', async () => {
    const { club, enter } = await withStaff(open);
    const first = await enter(now);
    const second = await enter(later(60));
    const actor = await actorBy(club, second.token, later(60));
    const { data } = await tokensList.run(club, {}, later(60), actor);
    expect(data.tokens).toMatchObject([
      { name: 'Greta Holm', this_one: false },
      { name: 'Greta Holm', this_one: true },
    ]);
    const [{ id }] = data.tokens as [{ id: number }];
    await tokensRevoke.run(club, { id }, later(61), actor);
    expect(await actorBy(club, first.token, later(61))).toBeNull();
    await expect(tokensRevoke.run(club, { id }, later(61), actor)).rejects.toThrow(`There is no staff token ${id}`);
    expect((await logout.run(club, {}, later(62), actor)).token).toBeNull();
    expect(await actorBy(club, second.token, later(62))).toBeNull();
    expect((await logout.run(club, {}, later(63), null)).lines).toEqual(['Nobody was signed in here.']);
  });

  it('is over with the permissions, a new password and the second factor', async () => {
    const { club, greta, enter } = await withStaff(open);
    const { token } = await enter(now);
    await club.db.update(users).set({ permissions: [] }).where(eq(users.id, greta.id));
    expect(await actorBy(club, token)).toBeNull();
    await club.db.update(users).set({ permissions: allPermissions }).where(eq(users.id, greta.id));
    expect(await actorBy(club, token)).not.toBeNull();
    const given = { user: 'greta@example.org', reason: 'Called back on the known number.' };
    for (const colleague of [await aStaffMember(club), await aStaffMember(club)])
      await twoFactorReset.run(club, given, now, colleague);
    await seedTwoFactor(club, greta.id);
    expect(await actorBy(club, token)).toBeNull();
  });

  it('stays as it was written: nobody makes it last, or good again', async () => {
    const { club, enter } = await withStaff(open);
    await enter(now);
    const change = (set: Partial<typeof staffTokens.$inferInsert>) =>
      transaction(club.db, (tx) => tx.update(staffTokens).set(set));
    await expect(change({ expiresAt: later(9 * hour) })).rejects.toThrow();
    await change({ revokedAt: now });
    await expect(change({ revokedAt: null })).rejects.toThrow();
  });
});
