import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase } from '../../database/database.testing';
import { users } from '../../members/members.tables';
import { application, type Club, openClub } from '../identity.testing';

const start = new Date('2026-11-20T09:00:00Z');
const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('the verification link', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openClub(open);
  });

  const readLink = async () => {
    const { pathname, searchParams } = new URL((await club.mails()).at(-1)?.links[0] ?? '');
    const [, , id, hash] = pathname.split('/');
    return { id, hash, expires: searchParams.get('expires'), signature: searchParams.get('signature') };
  };
  const verify = async (link: object) => (await club.post('/auth/verify-email', link)).body.status;

  it('confirms once; forged, foreign and late ones do not', async () => {
    await club.post('/auth/register', await application(club));
    const link = await readLink();
    const other = await club.addMember({ email: 'other@example.org', emailVerifiedAt: null });
    expect(await verify({ ...link, id: String(other.id) })).toBe('invalid');
    expect(await verify({ ...link, expires: String(Number(link.expires) + 1) })).toBe('invalid');
    expect(await verify({ ...link, hash: 'f'.repeat(64) })).toBe('invalid');
    expect(await verify({ ...link, signature: 'short' })).toBe('invalid');
    advance(24 * 3600);
    expect(await verify(link)).toBe('expired');
    advance(-1);
    expect(await verify(link)).toBe('success');
    expect(await verify(link)).toBe('already');
    advance(2);
    expect(await verify(link)).toBe('already');
    const rows = await club.db.select().from(auditLog);
    expect(rows.filter(({ action }) => action === 'email.verified')).toHaveLength(1);
  });

  it('is no good for another address of the same member', async () => {
    await club.post('/auth/register', await application(club));
    const link = await readLink();
    await club.db.update(users).set({ email: 'changed@example.org' });
    expect(await verify(link)).toBe('invalid');
  });

  it('is mailed again once in 60 seconds, only where one is waited for, with one answer for all', async () => {
    await club.addMember({ email: 'done@example.org' });
    await club.addMember({ email: 'waits@example.org', emailVerifiedAt: null });
    const resend = (email: string) => club.post('/auth/verify-email/resend', { email });
    const answers = [];
    for (const email of ['done@example.org', 'waits@example.org', 'nobody@example.org', 'waits@example.org']) {
      const { status, body } = await resend(email);
      answers.push({ status, body });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await club.mails()).map(({ to }) => to)).toEqual(['waits@example.org']);
    advance(60);
    await resend('waits@example.org');
    expect(await club.mails()).toHaveLength(2);
    expect(await verify(await readLink())).toBe('success');
  });
});
