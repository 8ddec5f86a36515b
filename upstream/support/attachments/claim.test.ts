import { asc } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { claimAttachments, listAttachments } from './attachments';
import { tidyAttachments } from './attachments.housekeeping';
import { supportAttachmentChunks, supportAttachments } from './attachments.tables';
import { aMessage, aPdf, openAttachmentClub, store } from './attachments.testing';
import { textsIn } from './attachments.texts';

const now = new Date('2026-11-20T09:00:00Z');
const later = (hours: number) => new Date(now.getTime() + hours * 3600_000);
const unknown = '0193d2a0-0000-4000-8000-000000000009';

describeOnEachDatabase('a message', (open) => {
  let club: Awaited<ReturnType<typeof openAttachmentClub>>['club'];
  let userId: number;
  let noraId: number;
  let message: string;
  let other: string;
  beforeEach(async () => {
    ({ club } = await openAttachmentClub(open));
    userId = (await club.addMember()).id;
    noraId = (await club.addMember({ email: 'nora@example.org', language: 'de' })).id;
    message = await aMessage(club, userId, now);
    other = await aMessage(club, userId, now);
  });
  const claim = (
    ids: string[],
    messageId = message,
    at = now,
    author: { userId: number; staffId?: number } = { userId },
  ) => transaction(club.db, (tx) => claimAttachments(tx, author, ids, messageId, at));
  const refusalOf = (claimed: Promise<unknown>) =>
    claimed.then(
      () => null,
      (error: { status: number; errors: unknown }) => [error.status, error.errors],
    );

  it('gets its files, oldest first', async () => {
    const second = await store(club, { userId, name: 'b.pdf' }, later(1));
    const first = await store(club, { userId, name: 'a.pdf' }, now);
    const third = await store(club, { userId, name: 'c.pdf' }, later(1));
    expect(await claim([second.id, first.id.toUpperCase(), first.id])).toHaveLength(2);
    await claim([third.id], other);
    expect(await claim([])).toEqual([]);
    const found = await listAttachments(club.db, [message, other, unknown]);
    expect([...found]).toEqual([
      [message, [first, second]],
      [other, [third]],
    ]);
    expect(await listAttachments(club.db, [])).toEqual(new Map());
  });

  it('gets no file that is foreign, unknown, used, unfinished or a day old, and then none at all', async () => {
    const own = await store(club, { userId }, now);
    const used = await store(club, { userId }, now);
    const foreign = await store(club, { userId: noraId }, now);
    await claim([used.id], other);
    let uploading = '';
    async function* pieces() {
      yield aPdf(10);
      const rows = await club.db
        .select({ id: supportAttachments.id })
        .from(supportAttachments)
        .orderBy(asc(supportAttachments.state));
      uploading = rows.at(-1)?.id ?? '';
      expect(await refusalOf(claim([own.id, uploading]))).toEqual(refused);
    }
    const refused = [422, { attachments: ['One of these files is not there any more. Choose it again.'] }];
    for (const id of [foreign.id, unknown, used.id]) expect(await refusalOf(claim([own.id, id]))).toEqual(refused);
    expect(await refusalOf(claim([own.id], message, later(24)))).toEqual(refused);
    await store(club, { userId, bytes: pieces() }, now);
    expect(uploading).not.toBe('');
    expect(await refusalOf(claim([unknown], message, now, { userId: noraId }))).toEqual([
      422,
      { attachments: ['Eine dieser Dateien ist nicht mehr da. Wähle sie noch einmal aus.'] },
    ]);
    expect(await listAttachments(club.db, [message])).toEqual(new Map());
    expect(await claim([own.id])).toHaveLength(1);
  });

  it('gets the files of whoever writes it, and of nobody else', async () => {
    const own = await store(club, { userId }, now);
    const ofStaff = await store(club, { userId, staffId: noraId }, now);
    const answer = await aMessage(club, userId, now, noraId);
    const byNora = { userId, staffId: noraId };
    expect(await refusalOf(claim([ofStaff.id]))).toMatchObject([422, { attachments: [expect.any(String)] }]);
    expect(await refusalOf(claim([own.id], answer, now, byNora))).toMatchObject([422, {}]);
    expect(await claim([own.id])).toHaveLength(1);
    expect(await claim([ofStaff.id], answer, now, byNora)).toHaveLength(1);
  });

  it('has at most 5 files and 25 MB', { timeout: 120_000 }, async () => {
    const ids = [];
    for (let i = 0; i < 6; i++) ids.push((await store(club, { userId }, now)).id);
    expect(await refusalOf(claim(ids))).toEqual([422, { attachments: [textsIn('en').tooMany] }]);
    const large = [];
    for (let i = 0; i < 3; i++) large.push((await store(club, { userId }, now, aPdf(9 * 1024 * 1024))).id);
    expect(await refusalOf(claim(large))).toEqual([422, { attachments: [textsIn('en').tooMuch] }]);
    expect(await claim([...large.slice(0, 2), ...ids.slice(0, 3)])).toHaveLength(5);
  });

  it('keeps its files, and those that no message names go after a day with their bytes', async () => {
    const kept = await store(club, { userId }, now);
    await claim([kept.id]);
    for (let i = 0; i < 60; i++) await store(club, { userId, staffId: noraId }, now, aPdf(20));
    const young = await store(club, { userId }, later(2));
    const broken = new Promise<never>(() => {});
    async function* endless() {
      yield aPdf(300_000);
      await broken;
    }
    void store(club, { userId, bytes: endless() }, now);
    await expect.poll(() => club.db.$count(supportAttachmentChunks)).toBe(63);
    await tidyAttachments(club, later(24));
    expect(await club.db.$count(supportAttachments)).toBe(63);
    await tidyAttachments(club, later(25));
    const rows = await club.db
      .select({ id: supportAttachments.id })
      .from(supportAttachments)
      .orderBy(asc(supportAttachments.createdAt));
    expect(rows).toEqual([{ id: kept.id }, { id: young.id }]);
    expect(await club.db.$count(supportAttachmentChunks)).toBe(2);
  });
});

describeOnPostgres('a file that two messages name at once', (open) => {
  it('is given to one of them', async () => {
    const { club } = await openAttachmentClub(open);
    const { id: userId } = await club.addMember();
    const [message, other] = [await aMessage(club, userId, now), await aMessage(club, userId, now)];
    const { id } = await store(club, { userId }, now);
    const claims = await Promise.allSettled(
      [message, other].map((name) => transaction(club.db, (tx) => claimAttachments(tx, { userId }, [id], name, now))),
    );
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const found = await listAttachments(club.db, [message, other]);
    expect([...found.values()].map((files) => files.length)).toEqual([1]);
  });

  it('or that is a day old meanwhile, is given or goes, and never both', async () => {
    const { club } = await openAttachmentClub(open);
    for (let round = 0; round < 5; round++) {
      const { id: userId } = await club.addMember();
      const message = await aMessage(club, userId, now);
      const { id } = await store(club, { userId }, now);
      const [claimed] = await Promise.allSettled([
        transaction(club.db, (tx) => claimAttachments(tx, { userId }, [id], message, later(23))),
        tidyAttachments(club, later(25)),
      ]);
      const isThere = (await club.db.$count(supportAttachments)) === 1;
      expect(isThere).toBe(claimed?.status === 'fulfilled');
      await club.empty();
    }
  });
});
