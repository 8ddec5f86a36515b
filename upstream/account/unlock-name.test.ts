import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Actor } from '../club/command';
import { verificationContext } from '../contract/verification';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase } from '../database/database.testing';
import type { Club } from '../identity/identity.testing';
import { memberUnlockName } from '../identity/profile/unlock-name.club';
import { staffProposals } from '../identity/staff/staff.tables';
import { aStaffMember } from '../identity/staff/staff.testing';
import { users } from '../members/members.tables';
import { newestCode } from '../privacy/privacy.testing';
import { berlin, callerFor, openAccountClub } from './account.testing';

const start = new Date('2026-11-20T09:00:00Z');
const days = (count: number) => new Date(start.getTime() + count * 86_400_000);
const winter = { firstname: 'Mia', lastname: 'Winter' };
const vienna = { country: 'AT', region: '9', postcode: '1010', city: 'Wien' };
const reason = 'Saw the certificate of marriage.';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('member unlock-name', (open) => {
  let club: Club;
  let id: number;
  let greta: Actor;
  let otto: Actor;
  let call: Awaited<ReturnType<typeof callerFor>>;
  beforeEach(async () => {
    club = await openAccountClub(open);
    id = (await club.addMember()).id;
    call = await callerFor(club, 'mia@example.org');
    await call('PUT', '/user/address', berlin);
    await club.db.update(users).set({ firstWithdrawalAt: start }).where(eq(users.id, id));
    [greta, otto] = [await aStaffMember(club), await aStaffMember(club, 'Otto')];
  });
  const unlock = (by: Actor, user = String(id)) => memberUnlockName.run(club, { user, reason }, new Date(), by);
  const unlockByTwo = async () => [await unlock(greta), await unlock(otto)];
  const shown = async () => (await call('GET', '/user/address')).body;
  const put = (changed: object) => call('PUT', '/user/address', { ...berlin, ...changed });
  const rename = async (changed: object = {}) => {
    const context = verificationContext.nameChange(winter);
    await call('POST', '/user/request-verification-code', { action: 'name.change', context });
    const code = { verification_method: 'email', verification_code: await newestCode(club) };
    return put({ ...winter, ...changed, ...code });
  };
  const locked = { status: 409, body: { code: 'identity_locked' } };

  it('takes two people, tells the member, and leaves no names and no reason in the audit log', async () => {
    const mailed = (await club.mails()).length;
    const [asked, done] = await unlockByTwo();
    expect([asked?.data, done?.data]).toMatchObject([{ done: false }, { user: id, until: days(14).toISOString() }]);
    const mails = (await club.mails()).slice(mailed);
    expect(mails).toMatchObject([{ to: 'mia@example.org', subject: 'You can change your name now' }]);
    expect(mails[0]?.links).toEqual([expect.stringMatching(/\/settings\/address$/)]);
    const proposals = await club.db.select().from(staffProposals);
    expect(JSON.stringify(proposals)).not.toMatch(/Mia|Sommer/);
    const rows = await club.db.select().from(auditLog).where(eq(auditLog.action, 'identity.unlocked'));
    expect(rows.map(({ actorId, userId }) => [actorId, userId])).toEqual([[otto.id, id]]);
    expect(JSON.stringify(await club.db.select().from(auditLog))).not.toMatch(/Sommer|certificate/);
  });

  it('allows one change of name and country by the form, with its code, and locks again with it', async () => {
    await unlockByTwo();
    expect(await shown()).toMatchObject({ locked_since: null, unlocked_until: days(14).toISOString() });
    expect(await put({ ...winter, ...vienna })).toMatchObject({ status: 403, body: { code: 'step_up_required' } });
    const saved = await rename(vienna);
    expect(saved).toMatchObject({ status: 200, body: { ...winter, ...vienna, unlocked_until: null } });
    expect((await shown()).locked_since).toBe(start.toISOString());
    for (const again of [{ ...winter, lastname: 'Herbst', ...vienna }, winter])
      expect(await put(again)).toMatchObject(locked);
    const [row] = await club.db.select().from(auditLog).where(eq(auditLog.action, 'name.changed'));
    expect(row).toMatchObject({ actorId: id, userId: id });
  });

  it('allows nothing by one person, and nothing after 14 days', async () => {
    await unlock(greta);
    expect(await rename()).toMatchObject(locked);
    await expect(unlock(greta)).rejects.toThrow('a colleague has to confirm it');
    await unlock(otto);
    await expect(unlock(otto)).rejects.toThrow('unlocked already');
    await call('PUT', '/user/address', { ...berlin, street: 'Anger' });
    expect((await shown()).locked_since, 'another street locks nothing').toBeNull();
    vi.setSystemTime(days(14));
    call = await callerFor(club, 'mia@example.org');
    expect(await shown()).toMatchObject({ locked_since: start.toISOString(), unlocked_until: null });
    expect(await rename()).toMatchObject(locked);
    expect(await put(vienna)).toMatchObject(locked);
  });

  it('is refused for oneself, and where nothing is locked', async () => {
    await expect(unlock(greta, String(greta.id))).rejects.toThrow('cannot unlock their own');
    await expect(unlock(greta, String(otto.id))).rejects.toThrow('are not locked');
    await expect(unlock(greta, 'nobody@example.org')).rejects.toThrow('There is no member');
  });

  it.each([
    ['beside no proposal', null, 1],
    ['beside one that nobody confirmed', 'null, null', 1],
    ['beside one of another time', `ID, '2026-11-19T09:00:00Z'`, 1],
    ['for longer than 14 days', `ID, '2026-11-20T09:00:00Z'`, 15],
  ])('is the only way: the database refuses it %s', async (_, confirmed, length) => {
    const by = confirmed?.replace('ID', String(otto.id));
    if (by)
      await club.db.$client.query(`insert into staff_proposals
        (kind, subject, summary, payload, digest, reason, proposed_by, proposed_at, confirmed_by, confirmed_at)
        values ('member unlock-name', 'member ${id}', 's', '{}', 'd', 'r', ${greta.id}, now(), ${by})`);
    const unlocking = club.db.$client.query(
      'update users set identity_unlocked_until = $1, updated_at = $2 where id = $3',
      [days(length), start, id],
    );
    await expect(unlocking).rejects.toMatchObject({ constraint: 'users_identity_unlocked_by_two' });
  });
});
