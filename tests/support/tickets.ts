import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import type { Tx } from '../../upstream/database/database';
import { users } from '../../upstream/members/members.tables';
import { addMessage } from '../../upstream/support/tickets/ticket-steps';
import type { Club } from './club';
import type { Member } from './members';
import { root } from './server-process';
import { formOf, type Page, Visitor } from './visitor';

const question = { subject: 'A question to somebody', message: 'Where do I find the answer?' };

/** Writes a ticket by the two steps of the form, and returns its path. */
export async function writeTicket(
  visitor: Visitor,
  { category = 'other', query = '', ...typed }: { category?: string; query?: string } & Partial<typeof question> = {},
): Promise<string> {
  const fields = { ...question, ...typed };
  const checked = await visitor.submit(await visitor.get(`/support/contact/${category}${query}`), 'contact', {
    ...fields,
    intent: 'check',
  });
  const sent = await visitor.submit(checked, 'contact', { ...fields, intent: 'send' });
  if (sent.status !== 303 || !sent.location) throw new Error(`The ticket was answered ${sent.status}: ${sent.body}`);
  return sent.location;
}

/** The reply of a member of the staff to a ticket. */
export async function replyAsStaff(club: Club, path: string, text: string) {
  const done = await club.staff('ticket', 'reply', numberOf(path), '--text', text);
  if (done.code !== 0) throw new Error(done.stderr);
}

export const numberOf = (path: string): string => /\d+$/.exec(path)?.[0] ?? '';

/** Posts a form of a page with its hidden fields as a browser sends a form with files. */
export function submitFiles(
  visitor: Visitor,
  page: Page,
  which: string,
  fields: Record<string, string>,
  files: { name: string; bytes: Uint8Array<ArrayBuffer>; type?: string }[],
): Promise<Page> {
  const body = new FormData();
  for (const [name, value] of formOf(page, which).fields)
    if (!(name in fields) && name !== 'files') body.append(name, value);
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const { name, bytes, type } of files) body.append('files', new Blob([bytes], { type }), name);
  return visitor.request(page.path, { method: 'POST', body });
}

/** Tickets whose pages differ, by their paths. */
export async function ticketsInEachState(club: Club, member: Member) {
  const visitor = new Visitor(club.url);
  await visitor.signIn(member);
  const write = (subject: string, message: string) => writeTicket(visitor, { subject, message, category: 'deposits' });
  const open = await write(
    'Where is my transfer of Monday?',
    'I attach what my bank says.\nSee https://bank.example/a?b=1',
  );
  const width = 900;
  const photo = await sharp({ create: { width, height: 600, channels: 3, background: '#2c6e49' } })
    .png()
    .toBuffer();
  await submitFiles(visitor, await visitor.get(open), 'reply', { message: 'Here they are.', intent: 'reply' }, [
    { name: 'photo.png', bytes: new Uint8Array(photo) },
    { name: `${'a-very-long-name-'.repeat(18)}.txt`, bytes: new TextEncoder().encode('A note') },
    { name: 'Kontoauszug November.pdf', bytes: new TextEncoder().encode('%PDF-1.7\n%%EOF\n') },
  ]);
  const waiting = await write('A transfer without a reference', 'Do you find it?');
  await replyAsStaff(club, waiting, 'Gladly. On which day did you send it, and from which account?');
  const closed = await write('Is there a fee?', 'I want to transfer from Austria.');
  await replyAsStaff(club, closed, 'No, there is none.');
  await visitor.submit(await visitor.get(closed), 'close', { intent: 'close' });
  const long = await write('Many questions', 'I have some questions.');
  await converse(club, member, long, 19);
  return { open, waiting, closed, long };
}

/** Adds messages of both sides to a ticket: the club's answers to other questions, because they are real texts. */
async function converse(club: Club, { id: userId }: Member, path: string, count: number) {
  await replyAsStaff(club, path, 'Which ones?');
  const [greta] = await club.db.select({ id: users.id }).from(users).where(eq(users.email, 'greta@example.org'));
  const folder = join(root, 'config/faq/en');
  const texts = readdirSync(folder).map(
    (file) => readFileSync(join(folder, file), 'utf8').split('---')[2]?.trim() ?? '',
  );
  for (let number = 0; number < count; number++) {
    const body = `${number + 1}. ${texts[number % texts.length]?.slice(0, 400)}`;
    const author = number % 2 ? { author: 'staff' as const, staffId: greta?.id } : { author: 'member' as const };
    const at = new Date(club.clock.now() + number);
    // The query builder is the same, whatever sends the statements.
    await addMessage(club.db as unknown as Tx, { id: Number(numberOf(path)), userId }, { ...author, body }, at);
  }
}

/** Keeps a reply without telling anybody of it: there are no notification and no mail. */
export const keepReply = ({ db }: Club, ticket: string) =>
  db.execute(
    sql.raw(`do $$ begin
        set local session_replication_role = replica;
        insert into support_messages (id, ticket_id, user_id, position, replies, author, body, created_at, search)
          select gen_random_uuid(), id, user_id, messages + 1, replies + 1, 'club', 'Text', now(), ''
          from support_tickets where id = ${ticket};
        update support_tickets set messages = messages + 1, replies = replies + 1 where id = ${ticket};
        update support_ticket_counts set unread_replies = unread_replies + 1
          where user_id = (select user_id from support_tickets where id = ${ticket});
      end $$`),
  );
