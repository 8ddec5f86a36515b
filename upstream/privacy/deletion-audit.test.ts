import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeAudit } from '../database/audit';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase } from '../database/database.testing';
import { findFailure } from '../database/failures';
import { transaction } from '../database/transaction';
import { personalData } from '../personal-data';
import { tidyPrivacy } from './privacy.housekeeping';
import { openPrivacyClub, type PrivacyClub } from './privacy.testing';

const start = new Date('2026-11-20T09:00:00Z');
const due = new Date('2026-12-04T09:00:00Z');
const [ofMia, ofGreta, ofNoa] = ['198.51.100.1', '198.51.100.2', '198.51.100.3'];

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('the audit log and a deleted account', (open) => {
  let club: PrivacyClub;
  let mia: number;
  let noa: number;
  beforeEach(async () => {
    club = await openPrivacyClub(open);
    mia = (await club.addMember()).id;
    noa = (await club.addMember({ email: 'noa@example.org' })).id;
    const greta = (await club.addMember({ email: 'greta@example.org' })).id;
    const rows = [
      { action: 'own', actorId: mia, userId: mia, ip: ofMia },
      { action: 'failed', actorId: null, userId: mia, ip: ofMia },
      { action: 'about another', actorId: mia, userId: noa, ip: ofMia },
      { action: 'by staff', actorId: greta, userId: mia, ip: ofGreta },
      { action: "another's", actorId: noa, userId: noa, ip: ofNoa },
      { action: 'without', actorId: mia, userId: mia, ip: null },
    ];
    await transaction(club.db, async (tx) => {
      for (const row of rows) await writeAudit(tx, start, { ...row, detail: { id: 7 } });
    });
  });

  async function deleteMia() {
    await club.requestDeletion(await club.bearer());
    vi.setSystemTime(due);
    await tidyPrivacy(club, personalData, due);
  }
  const written = async () => {
    const rows = await club.db.select().from(auditLog).orderBy(auditLog.id).limit(6);
    return rows.map(({ ip, ...rest }) => ({ ip, rest }));
  };
  const findCode = (change: PromiseLike<unknown>) =>
    Promise.resolve(change).then(
      () => 'done',
      (error: unknown) => findFailure(error)?.code,
    );

  it('loses the addresses that the member acted from, and nothing else', async () => {
    const before = await written();
    await deleteMia();
    const after = await written();
    expect(after.map(({ rest }) => rest)).toEqual(before.map(({ rest }) => rest));
    expect(after.map(({ ip }) => ip)).toEqual([null, null, null, ofGreta, ofNoa, null]);
  });

  it('lets nobody take an address out while the account is there', async () => {
    for (const action of ['own', 'failed', 'about another', 'by staff', "another's"]) {
      const change = club.db.update(auditLog).set({ ip: null }).where(eq(auditLog.action, action));
      expect([action, await findCode(change)]).toEqual([action, '23001']);
    }
  });

  it.each([
    ['another address', "ip = '192.0.2.200'"],
    ['another actor', 'ip = null, actor_id = null'],
    ['another member', 'ip = null, user_id = user_id + 1'],
    ['another action', "ip = null, action = 'x'"],
    ['another time', "ip = null, at = at - interval '1 day'"],
    ['another request', "ip = null, request_id = 'x'"],
    ['another detail', `ip = null, detail = '{"id":8}'`],
    ['another detail alone', `detail = '{"id":8}'`],
    ['nothing', 'ip = ip'],
  ])('takes no other change of a row whose member is deleted: %s', async (_, set) => {
    await deleteMia();
    // An audit row of a request that was still running.
    const late = { action: 'late', actorId: mia, userId: mia, ip: ofMia, detail: { id: 7 } };
    await transaction(club.db, (tx) => writeAudit(tx, due, late));
    const change = (what: string, action: string) =>
      findCode(club.db.$client.query(`update audit_log set ${what} where action = '${action}'`));
    expect(await change(set, 'late')).toBe('23001');
    expect(await change('ip = null', 'by staff')).toBe('23001');
    expect(await change('ip = null', 'without')).toBe('23001');
    expect(await change('ip = null', 'late')).toBe('done');
    expect(await findCode(club.db.delete(auditLog).where(eq(auditLog.action, 'late')))).toBe('23001');
    expect(await findCode(club.db.$client.query('truncate audit_log'))).toBe('23001');
  });
});
