/** What holds for any client of the database, in plain SQL. */
import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { aMessage, openAttachmentClub } from './attachments.testing';

const id = '0193d2a0-0000-4000-8000-000000000001';
const now = new Date('2026-11-20T09:00:00Z');

describeOnEachDatabase('the database', (open) => {
  let club: Awaited<ReturnType<typeof openAttachmentClub>>['club'];
  let userId: number;
  let message: string;
  let other: string;
  beforeEach(async () => {
    ({ club } = await openAttachmentClub(open));
    userId = (await club.addMember()).id;
    [message, other] = [await aMessage(club, userId, now), await aMessage(club, userId, now)];
  });

  const query = (text: string) => club.db.$client.query(text);
  const refusal = (text: string) =>
    query(text).then(
      () => 'done',
      ({ code, constraint }: { code: string; constraint?: string }) => (constraint ? `${code} ${constraint}` : code),
    );
  const expectRefusals = async (refused: [text: string, code: string][]) => {
    for (const [text, code] of refused)
      expect([text.slice(0, 160), await refusal(text)]).toEqual([text.slice(0, 160), code]);
  };
  const insert = (changes: Record<string, string> = {}) => {
    const row = {
      ...{ id: `'${id}'`, user_id: String(userId), name: `'a.png'`, type: `'image/png'`, size: '0' },
      ...{ state: `'uploading'`, created_at: `'2026-11-20T09:00:00Z'`, ...changes },
    };
    return `insert into support_attachments (${Object.keys(row)}) values (${Object.values(row)})`;
  };
  const chunk = (number: number, bytes: string, of = id) =>
    `insert into support_attachment_chunks values ('${of}', ${number}, ${bytes})`;
  const zeros = (length: number) => `decode(repeat('00', ${length}), 'hex')`;
  const set = (what: string) => `update support_attachments set ${what} where id = '${id}'`;
  const ready = `state = 'ready', size = 3`;
  const preview = `insert into support_attachment_previews values ('${id}', 'x')`;

  it('takes a file within its bounds, as uploading', async () => {
    await expectRefusals([
      [insert({ state: `'ready'`, size: '3' }), '23001'],
      [insert({ preview_width: '10', preview_height: '10' }), '23001'],
      [insert({ size: '3' }), '23514 support_attachments_whole'],
      [insert({ message_id: `'${message}'` }), '23514 support_attachments_whole'],
      [insert({ name: `''` }), '23514 support_attachments_name'],
      [insert({ name: `repeat('x', 121)` }), '23514 support_attachments_name'],
      [insert({ type: `'text/html'` }), '23514 support_attachments_type'],
      [insert({ state: `'failed'` }), '23001'],
      [insert({ user_id: '999' }), '23503 support_attachments_user_id_users_id_fk'],
    ]);
    await query(insert({ name: `repeat('x', 120)` }));
  });

  it('takes chunks in their turn while the file is uploading, and keeps them', async () => {
    await expectRefusals([[chunk(0, `'x'`), '23001']]);
    await query(insert());
    await expectRefusals([
      [chunk(1, `'x'`), '23514 support_attachment_chunks_in_turn'],
      [chunk(0, `''`), '23514 support_attachment_chunks_size'],
      [chunk(0, zeros(262_145)), '23514 support_attachment_chunks_size'],
    ]);
    await query(chunk(0, zeros(262_144)));
    await expectRefusals([
      [chunk(0, `'x'`), '23514 support_attachment_chunks_in_turn'],
      [chunk(2, `'x'`), '23514 support_attachment_chunks_in_turn'],
    ]);
    await query(chunk(1, `'xyz'`));
    await expectRefusals([
      [chunk(2, `'x'`), '23514 support_attachment_chunks_in_turn'],
      [chunk(1, `'x'`), '23505 support_attachment_chunks_attachment_id_number_pk'],
      [`update support_attachment_chunks set bytes = 'y' where number = 1`, '23001'],
      ['delete from support_attachment_chunks', '23001'],
      ['truncate support_attachment_chunks', '23001'],
    ]);
    await query(set(`state = 'ready', size = 262147`));
    await expectRefusals([[chunk(2, `'x'`), '23001']]);
  });

  it('lets a file be ready with all its bytes, and keeps it then', async () => {
    await query(insert());
    await expectRefusals([
      [set(`state = 'ready', size = 0`), '23514 support_attachments_whole'],
      [set(ready), '23514 support_attachments_complete'],
      [set(`name = 'b.png'`), '23001'],
      [set(`size = 3`), '23001'],
    ]);
    await query(chunk(0, `'xyz'`));
    await expectRefusals([
      [set(`state = 'ready', size = 4`), '23514 support_attachments_complete'],
      [set(`${ready}, type = 'text/plain'`), '23001'],
      [set(`${ready}, message_id = '${message}'`), '23001'],
    ]);
    await query(set(ready));
    const columns = [
      `name = 'b.png'`,
      `type = 'text/plain'`,
      'size = 4',
      `state = 'uploading'`,
      `created_at = '2026-01-01'`,
    ];
    await expectRefusals(columns.map((column) => [set(column), '23001']));
    await expectRefusals([
      [set('user_id = user_id + 1'), '23001'],
      ['truncate support_attachments cascade', '23001'],
    ]);
  });

  it('gives a file to one message, and keeps it there for as long as its member', async () => {
    await query(insert());
    await query(chunk(0, `'xyz'`));
    await query(set(ready));
    await query(set(`message_id = '${message}'`));
    await expectRefusals([
      [set(`message_id = '${other}'`), '23001'],
      [set('message_id = null'), '23001'],
      [`delete from support_attachments where id = '${id}'`, '23001'],
    ]);
  });

  it('gives a file to a message of whoever added it, in a ticket of its member', async () => {
    const { id: noraId } = await club.addMember({ email: 'nora@example.org' });
    const foreign = await aMessage(club, noraId, now);
    const answer = await aMessage(club, userId, now, noraId);
    await query(insert());
    await query(chunk(0, `'xyz'`));
    await query(set(ready));
    for (const wrong of [foreign, answer, id])
      expect(await refusal(set(`message_id = '${wrong}'`))).toBe('23514 support_attachments_author');
    await query(set(`message_id = '${message}'`));
    const forced = `delete from support_messages where id = '${message}'`;
    // The code is that of the version of PostgreSQL.
    expect(await refusal(`do $$ begin alter table support_messages disable trigger user; ${forced}; end $$`)).toContain(
      'support_attachments_message_id_support_messages_id_fk',
    );
  });

  it('lets a message have five files', async () => {
    for (let i = 0; i < 6; i++) {
      const one = id.replace(/1$/, String(i));
      await query(insert({ id: `'${one}'` }));
      await query(chunk(0, `'xyz'`, one));
      await query(`update support_attachments set ${ready} where id = '${one}'`);
    }
    const claim = `update support_attachments set message_id = '${message}'`;
    await expectRefusals([[claim, '23514 support_attachments_of_one_message']]);
    await query(`${claim} where id <> '${id}'`);
    await expectRefusals([[set(`message_id = '${message}'`), '23514 support_attachments_of_one_message']]);
  });

  it('lets a message have 25 MB', { timeout: 60_000 }, async () => {
    const size = 9 * 1024 * 1024;
    for (let i = 0; i < 3; i++) {
      const one = id.replace(/1$/, String(i));
      await query(insert({ id: `'${one}'` }));
      await query(
        `do $$ begin for n in 0..35 loop insert into support_attachment_chunks values ('${one}', n, ${zeros(262_144)}); end loop; end $$`,
      );
      await query(`update support_attachments set state = 'ready', size = ${size} where id = '${one}'`);
    }
    await expectRefusals([
      [`update support_attachments set message_id = '${message}'`, '23514 support_attachments_of_one_message'],
    ]);
  });

  it('takes one preview of an image that is ready', async () => {
    await query(insert());
    await query(chunk(0, `'xyz'`));
    const sized = (width: number, height: number) => set(`preview_width = ${width}, preview_height = ${height}`);
    await expectRefusals([[preview, '23001']]);
    await query(set(ready));
    await expectRefusals([[sized(10, 10), '23514 support_attachments_previewed']]);
    await query(preview);
    await expectRefusals([
      [preview, '23505 support_attachment_previews_pkey'],
      [sized(481, 10), '23514 support_attachments_preview'],
      [sized(10, 0), '23514 support_attachments_preview'],
      [set('preview_height = 10'), '23514 support_attachments_preview'],
    ]);
    await query(sized(480, 1));
    await expectRefusals([
      [sized(10, 10), '23001'],
      [`update support_attachment_previews set bytes = 'y'`, '23001'],
      ['delete from support_attachment_previews', '23001'],
      ['truncate support_attachment_previews', '23001'],
    ]);
    await query(`delete from support_attachments where id = '${id}'`);
    expect((await query('select * from support_attachment_previews')).rows).toEqual([]);
  });

  it('takes no preview of what is no image', async () => {
    await query(insert({ type: `'application/pdf'`, name: `'a.pdf'` }));
    await query(chunk(0, `'xyz'`));
    await query(set(ready));
    await expectRefusals([[preview, '23001']]);
  });
});
