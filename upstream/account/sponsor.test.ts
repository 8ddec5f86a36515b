import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { affiliateMoves } from '../affiliate/team/team.tables';
import { leave } from '../affiliate/team/team.testing';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../database/database.testing';
import type { Club } from '../identity/identity.testing';
import { users } from '../members/members.tables';
import { callerFor, openAccountClub } from './account.testing';

const start = new Date('2026-11-20T09:00:00Z');
const dayMs = 24 * 60 * 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('the sponsor', (open) => {
  let club: Club;
  let mia: { id: number };
  let anna: { id: number };
  beforeEach(async () => {
    club = await openAccountClub(open);
    mia = await club.addMember({ refHash: 'MiaSommer1' });
    anna = await club.addMember({
      email: 'anna@example.org',
      firstname: 'Anna',
      lastname: 'Kessler',
      refHash: 'AnnaKessler',
      createdAt: new Date(start.getTime() - 100 * dayMs),
    });
  });
  const findReferrerId = async (id: number) =>
    (await club.db.select().from(users).where(eq(users.id, id)))[0]?.referrerId;
  const setReferrer = (id: number, referrerId: number | null) =>
    club.db.update(users).set({ referrerId }).where(eq(users.id, id));
  const findConstraint = async (change: PromiseLike<unknown>) =>
    Promise.resolve(change).then(
      () => null,
      (error: { cause?: { constraint?: string } }) => error.cause?.constraint,
    );

  it('is shown with the day when staff moved the member', async () => {
    const ben = await club.addMember({
      email: 'ben@example.org',
      firstname: 'Ben',
      lastname: 'Archer',
      refHash: 'BenArcher',
    });
    await setReferrer(mia.id, anna.id);
    const call = await callerFor(club, 'mia@example.org');
    expect((await call('GET', '/user/sponsor')).body).toMatchObject({ name: 'Anna K.', since: start.toISOString() });
    const at = new Date(start.getTime() + 60_000);
    const move = { userId: mia.id, fromId: anna.id, toId: ben.id, reason: 'Wrong link', staffId: anna.id, at };
    await club.db.insert(affiliateMoves).values(move);
    expect((await call('GET', '/user/sponsor')).body).toMatchObject({ name: 'Ben A.', since: at.toISOString() });
  });

  it('who left the club is not shown by a letter', async () => {
    await setReferrer(mia.id, anna.id);
    await leave(club, anna.id);
    const call = await callerFor(club, 'mia@example.org');
    expect((await call('GET', '/user/sponsor')).body).toMatchObject({ name: 'Former member' });
  });

  it('may be named once', async () => {
    const call = await callerFor(club, 'mia@example.org');
    const own_ref_hash = 'MiaSommer1';
    const open14Days = { name: null, since: null, open_until: '2026-12-04T09:00:00.000Z', own_ref_hash };
    expect((await call('GET', '/user/sponsor')).body).toEqual(open14Days);
    const candidate = await call('GET', '/user/sponsor/candidates/AnnaKessler');
    expect(candidate.body).toEqual({ name: 'Anna K.' });
    expect(await findReferrerId(mia.id)).toBeNull();
    vi.setSystemTime(start.getTime() + dayMs);
    const later = await callerFor(club, 'mia@example.org');
    const named = { name: 'Anna K.', since: '2026-11-21T09:00:00.000Z', open_until: null, own_ref_hash };
    expect(await later('PUT', '/user/sponsor', { ref_hash: 'AnnaKessler' })).toMatchObject({
      status: 200,
      body: named,
    });
    expect((await later('GET', '/user/sponsor')).body).toEqual(named);
    await club.addMember({ email: 'ben@example.org', refHash: 'BenArcher' });
    for (const [method, path, body] of [
      ['PUT', '/user/sponsor', { ref_hash: 'BenArcher' }],
      ['PUT', '/user/sponsor', { ref_hash: 'AnnaKessler' }],
      ['GET', '/user/sponsor/candidates/BenArcher', undefined],
    ] as const) {
      const refused = await later(method, path, body);
      expect([refused.status, refused.body.code]).toEqual([409, 'sponsor_fixed']);
    }
    expect(await findReferrerId(mia.id)).toBe(anna.id);
    const rows = await club.db.select().from(auditLog).where(eq(auditLog.action, 'sponsor.name'));
    expect(rows.map(({ userId, detail }) => [userId, detail])).toEqual([[mia.id, { sponsor: anna.id }]]);
  });

  it('of a registration by link is theirs since the registration', async () => {
    await club.addMember({ email: 'ben@example.org', referrerId: anna.id });
    const call = await callerFor(club, 'ben@example.org');
    const { body } = await call('GET', '/user/sponsor');
    expect(body).toMatchObject({ name: 'Anna K.', since: start.toISOString(), open_until: null });
  });

  it('may be named until the fourteenth day is over', async () => {
    vi.setSystemTime(start.getTime() + 14 * dayMs - 1000);
    const call = await callerFor(club, 'mia@example.org');
    expect((await call('GET', '/user/sponsor')).body.open_until).toBe('2026-12-04T09:00:00.000Z');
    vi.setSystemTime(start.getTime() + 14 * dayMs);
    expect((await call('GET', '/user/sponsor')).body.open_until).toBeNull();
    const late = await call('PUT', '/user/sponsor', { ref_hash: 'AnnaKessler' });
    expect([late.status, late.body.code]).toEqual([409, 'sponsor_too_late']);
    expect(await findReferrerId(mia.id)).toBeNull();
    const past = club.db.update(users).set({ referrerId: anna.id, referrerNamedAt: new Date() });
    expect(await findConstraint(past.where(eq(users.id, mia.id)))).toBe('users_referrer_named_in_time');
  });

  it.each([
    ['nobody has', 'Nobody1234', 422],
    ['is their own', 'MiaSommer1', 422],
    ['is none', 'a/b', 422],
    ['is a list', ['AnnaKessler'], 422],
    ['is missing', undefined, 422],
  ])('is not named by a hash that %s', async (_, ref_hash, status) => {
    const call = await callerFor(club, 'mia@example.org');
    const answer = await call('PUT', '/user/sponsor', { ref_hash });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([status, ['ref_hash']]);
    expect(await findReferrerId(mia.id)).toBeNull();
  });

  it('is nobody whom the member brought in, however far down', async () => {
    const ben = await club.addMember({ email: 'ben@example.org', referrerId: mia.id });
    await club.addMember({ email: 'cleo@example.org', referrerId: ben.id, refHash: 'CleoHash1' });
    const call = await callerFor(club, 'mia@example.org');
    for (const [method, path] of [
      ['PUT', '/user/sponsor'],
      ['GET', '/user/sponsor/candidates/CleoHash1'],
    ] as const) {
      const answer = await call(method, path, method === 'PUT' ? { ref_hash: 'CleoHash1' } : undefined);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['ref_hash']]);
    }
    expect(await findReferrerId(mia.id)).toBeNull();
  });

  it('is fixed in the database itself: no change, no removal, no circle', async () => {
    const ben = await club.addMember({ email: 'ben@example.org', referrerId: mia.id });
    expect(await findConstraint(setReferrer(ben.id, anna.id))).toBe('users_referrer_fixed');
    expect(await findConstraint(setReferrer(ben.id, null))).toBe('users_referrer_fixed');
    expect(await findConstraint(setReferrer(mia.id, mia.id))).not.toBeNull();
    expect(await findConstraint(setReferrer(mia.id, ben.id))).toBe('users_referrer_no_circle');
    expect(await findConstraint(setReferrer(mia.id, anna.id))).toBeNull();
  });

  it('goes with their account', async () => {
    const ben = await club.addMember({ email: 'ben@example.org', referrerId: anna.id });
    await club.db.delete(users).where(eq(users.id, anna.id));
    expect(await findReferrerId(ben.id)).toBeNull();
  });
});

describeOnPostgres('sponsors named at once', (open) => {
  it('are refused where two members name each other, ten times over', async () => {
    const club = await openAccountClub(open);
    for (let pair = 0; pair < 10; pair++) {
      const members = [];
      for (const side of ['a', 'b']) {
        const email = `${side}${pair}@example.org`;
        const row = await club.addMember({ email, refHash: `${side}Hash${1000 + pair}` });
        members.push({ row, call: await callerFor(club, email) });
      }
      const [first, second] = members as [(typeof members)[number], (typeof members)[number]];
      const answers = await Promise.all([
        first.call('PUT', '/user/sponsor', { ref_hash: second.row.refHash }),
        second.call('PUT', '/user/sponsor', { ref_hash: first.row.refHash }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      expect(answers.find(({ status }) => status === 422)?.body.errors).toHaveProperty('ref_hash');
    }
    const named = await club.db.select({ referrerId: users.referrerId }).from(users);
    expect(named.filter(({ referrerId }) => referrerId !== null)).toHaveLength(10);
  });

  it('are one where the member names two at once', async () => {
    const club = await openAccountClub(open);
    await club.addMember();
    for (const name of ['anna', 'ben']) await club.addMember({ email: `${name}@example.org`, refHash: `${name}Hash1` });
    const call = await callerFor(club, 'mia@example.org');
    const answers = await Promise.all(
      ['annaHash1', 'benHash1', 'annaHash1'].map((ref_hash) => call('PUT', '/user/sponsor', { ref_hash })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});
