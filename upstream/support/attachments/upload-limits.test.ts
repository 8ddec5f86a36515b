import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { claimAttachments, listAttachments } from './attachments';
import { supportAttachments } from './attachments.tables';
import { aMessage, aPdf, openAttachmentClub, store } from './attachments.testing';
import { waitingLimits } from './store-attachment';

describeOnEachDatabase('an upload of a member', (open) => {
  let opened: Awaited<ReturnType<typeof openAttachmentClub>>;
  let mia: Awaited<ReturnType<(typeof opened)['enter']>>;
  beforeEach(async () => {
    opened = await openAttachmentClub(open);
    mia = await opened.enter();
  });

  it('counts with the others of the day until a message names them', async () => {
    const { club } = opened;
    const now = new Date();
    const ids: string[] = [];
    for (let i = 0; i < waitingLimits.files; i++) ids.push((await store(club, { userId: mia.id }, now)).id);
    const { status, body } = await mia.upload(aPdf());
    expect([status, body.errors.file]).toEqual([422, [expect.stringContaining('Too many of your files')]]);
    await expect(store(club, { userId: mia.id }, now)).rejects.toMatchObject({ status: 422 });
    // Another member, the next day, and the staff are not concerned.
    const other = await opened.enter('nora@example.org');
    expect((await other.upload(aPdf())).status).toBe(201);
    await store(club, { userId: mia.id, staffId: other.id }, now);
    await store(club, { userId: mia.id }, new Date(now.getTime() + 25 * 3600_000));
    const message = await aMessage(club, mia.id, now);
    await transaction(club.db, (tx) => claimAttachments(tx, { userId: mia.id }, ids.slice(0, 5), message, now));
    expect((await mia.upload(aPdf())).status).toBe(201);
    expect((await listAttachments(club.db, [message])).get(message)).toHaveLength(5);
  });

  it('is one of 250 MB within a day, sent or not', async () => {
    const { club } = opened;
    const message = await aMessage(club, mia.id, new Date());
    // As if they had been uploaded.
    await club.db.$client.query(`do $$ begin
      alter table support_attachments disable trigger user;
      insert into support_attachments (id, user_id, message_id, name, type, size, state, created_at)
        select gen_random_uuid(), ${mia.id}, '${message}', 'a.pdf', 'application/pdf', 10 * 1024 * 1024, 'ready', now()
        from generate_series(1, 25);
      alter table support_attachments enable trigger user;
    end $$`);
    const { status, body } = await mia.upload(aPdf());
    expect([status, body.errors.file]).toEqual([422, [expect.stringContaining('within a day')]]);
    expect((await (await opened.enter('nora@example.org')).upload(aPdf())).status).toBe(201);
    await store(club, { userId: mia.id }, new Date(Date.now() + 25 * 3600_000));
  });

  it('is one of five at the same time', async () => {
    const { club } = opened;
    const release: (() => void)[] = [];
    const begun: Promise<void>[] = [];
    const uploads = Array.from({ length: 5 }, () => {
      let onBegun = () => {};
      begun.push(new Promise((resolve) => (onBegun = resolve)));
      async function* waiting() {
        yield aPdf();
        onBegun();
        await new Promise<void>((resolve) => release.push(resolve));
      }
      return store(club, { userId: mia.id, bytes: waiting() }, new Date());
    });
    await Promise.all(begun);
    const sixth = await mia.upload(aPdf());
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, '10']);
    expect(sixth.body.errors.file).toEqual([expect.stringContaining('Five of your files')]);
    for (const end of release) end();
    await Promise.all(uploads);
    expect((await mia.upload(aPdf())).status).toBe(201);
  });
});

describeOnPostgres('ten uploads at once', (open) => {
  it('are never more than five', async () => {
    const { club, enter } = await openAttachmentClub(open);
    const { id: userId } = await enter();
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => store(club, { userId }, new Date(), aPdf(900_000))),
    );
    const stored = answers.filter(({ status }) => status === 'fulfilled').length;
    expect(stored).toBeGreaterThanOrEqual(5);
    expect(await club.db.$count(supportAttachments)).toBe(stored);
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 429 });
  });
});
