/** The staff commands of the chat: what members write to a contact of the club (docs/staff.md#chat). */
import { z } from 'zod';
import { auditStaff, type ClubCommand, CommandFailed, defineCommand, type Outcome, textOption } from '../club/command';
import { wholeNumber } from '../club/options';
import { ChatText } from '../contract/chat-messages';
import type { Tx } from '../database/database';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { getMember } from '../members/members.club';
import {
  ChatRefused,
  listForReading,
  listForStaff,
  lockForStaff,
  readAsClub,
  sendAsClub,
  setClosed,
  type WaitingTalk,
} from './club-steps';
import { beginConversation, findBetween } from './open-conversation';
import { findContact, showContact } from './people';
import { isUuid, type TalkRow } from './show-conversation';

const forChat = { proof: 'required', permission: 'chat.manage' } as const;
/** More than anybody reads. */
const most = 200;

const contactOption = z.string().refine((id) => findContact(id) !== undefined, 'is not a contact of config/chat.json');
const asContact = { value: 'CONTACT', summary: 'a contact of config/chat.json, such as office', required: true };
const whyOption = { value: 'TEXT', summary: 'why, for the audit log: 10 to 500 characters', required: true };
const reason = textOption(500).min(10, 'has less than 10 characters');

/** Runs a command in one transaction, and puts what the chat refuses into words. */
async function aboutChat(deps: Deps, work: (tx: Tx) => Promise<Outcome>): Promise<Outcome> {
  try {
    return await transaction(deps.db, work);
  } catch (error) {
    throw error instanceof ChatRefused ? new CommandFailed(error.message) : error;
  }
}

/** `chat list` shows the conversations that wait for the club. */
const chatList = defineCommand({
  name: 'chat list',
  summary: 'List the conversations that wait for the club, the longest waiting first',
  positionals: [],
  ...forChat,
  options: {
    as: { value: 'CONTACT', summary: 'only those of one contact' },
    all: { summary: 'also those that do not wait, the newest first' },
  },
  given: z.strictObject({ as: contactOption.optional(), all: z.boolean().default(false) }),
  run: (deps, { as: contact, all }, now, actor) =>
    aboutChat(deps, async (tx) => {
      const found = await listForStaff(tx, { contact, all, limit: most + 1 });
      await auditStaff(tx, now, { actor, action: 'chat.listed', detail: contact ? { contact } : {} });
      const conversations = found.slice(0, most).map(dataOf);
      const more = found.length > most ? [`These are the first ${most}.`] : [];
      const lines = conversations.length > 0 ? [...conversations.map(lineOf), ...more] : ['No conversation.'];
      return { lines, data: { conversations } };
    }),
});

const dataOf = ({ talk, ...member }: WaitingTalk) => ({
  id: talk.id,
  contact: talk.contact,
  member: { id: member.id, name: `${member.firstname} ${member.lastname}` },
  unread: talk.written - talk.clubSeen,
  messages: talk.messages,
  closed_at: talk.closedAt?.toISOString() ?? null,
});

const lineOf = ({ id, contact, member, unread, messages, closed_at }: ReturnType<typeof dataOf>): string =>
  [
    id,
    contact,
    `${member.name} (${member.id})`,
    `${unread} unread of ${messages}`,
    ...(closed_at ? ['closed'] : []),
  ].join('  ');

const minute = (instant: Date) => `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** `chat show CONVERSATION` prints the newest messages and marks them as read. */
const chatShow = defineCommand({
  name: 'chat show',
  summary: 'Show the newest messages of a conversation with the club, and mark all as read',
  positionals: ['conversation'],
  ...forChat,
  options: { as: asContact, last: { value: 'N', summary: 'how many, up to 200; unless given, 30' } },
  details: 'The member sees that the club has read them. What members write to each other cannot be shown.',
  given: z.strictObject({ conversation: z.string(), as: contactOption, last: wholeNumber(1, most).default(30) }),
  run: (deps, { conversation, as: contact, last }, now, actor) =>
    aboutChat(deps, async (tx) => {
      const talk = await lockForStaff(tx, conversation, contact);
      const rows = await listForReading(tx, talk.id, last);
      await readAsClub(tx, deps, talk);
      const { firstname, lastname } = await getMember(tx, String(talk.userId));
      const detail = { conversation: talk.id, contact };
      await auditStaff(tx, now, { actor, action: 'chat.shown', userId: talk.userId, detail });
      const author = { member: `${firstname} ${lastname}`, club: `${showContact(contact, 'en').name} (club)` };
      const messages = rows.map((row) => ({
        id: row.id,
        author: author[row.author],
        text: row.body,
        created_at: row.createdAt.toISOString(),
        edited_at: row.editedAt?.toISOString() ?? null,
      }));
      const lines = rows.flatMap((row) => [
        `${minute(row.createdAt)}  ${author[row.author]}:`,
        row.body ?? '(deleted)',
        '',
      ]);
      return {
        lines: lines.length > 0 ? lines.slice(0, -1) : ['No message.'],
        data: { ...dataOf({ talk, id: talk.userId, firstname, lastname, deletedAt: null }), shown: messages },
      };
    }),
});

/** `chat send WHOM` writes as a contact of the club. */
const chatSend = defineCommand({
  name: 'chat send',
  summary: 'Write to a member as a contact of the club',
  positionals: ['whom'],
  ...forChat,
  options: { as: asContact, text: { value: 'TEXT', summary: 'up to 2000 characters', required: true } },
  details:
    'WHOM is a conversation, or the number or e-mail address of a member; the conversation begins if there is none. ' +
    'A closed one is open again. Your name is in the audit log, and the member sees the name of the contact.',
  given: z.strictObject({ whom: z.string(), as: contactOption, text: textOption(ChatText.maxLength ?? 0) }),
  run: (deps, { whom, as: contact, text: body }, now, actor) =>
    aboutChat(deps, async (tx) => {
      const id = isUuid(whom) ? whom : await findOrBegin(tx, whom, contact, now);
      const { userId } = await sendAsClub({ ...deps, tx }, { id, contact, staffId: actor.id, body }, now);
      const detail = { conversation: id, contact };
      await auditStaff(tx, now, { actor, action: 'chat.sent', userId, detail });
      return { lines: [`Sent in conversation ${id}.`], data: detail };
    }),
});

async function findOrBegin(tx: Tx, named: string, contact: string, now: Date): Promise<string> {
  const { id, deletedAt } = await getMember(tx, named);
  if (deletedAt) throw new ChatRefused(`Member ${id} has left.`);
  const there = (await findBetween(tx, id, contact)) ?? (await beginConversation(tx, id, contact, now));
  // Another one began it at this moment.
  return there ?? ((await findBetween(tx, id, contact)) as string);
}

/** `chat close` and `chat reopen`: nobody writes in a closed conversation. */
const closing = (name: 'close' | 'reopen', summary: string, done: string) =>
  defineCommand({
    name: `chat ${name}`,
    summary,
    positionals: ['conversation'],
    ...forChat,
    options: {
      as: { ...asContact, required: false, summary: 'of the club’s own; without it, one of two members' },
      reason: whyOption,
    },
    details: 'A reported message names its conversation in the ticket.',
    given: z.strictObject({ conversation: z.string(), as: contactOption.optional(), reason }),
    run: (deps, { conversation, as: contact, reason: why }, now, actor) =>
      aboutChat(deps, async (tx) => {
        const talk = await lockForStaff(tx, conversation, contact);
        requireOwn(talk, contact);
        if ((talk.closedAt !== null) === (name === 'close'))
          throw new ChatRefused(`Conversation ${talk.id} is ${done} already.`);
        await setClosed(tx, deps, talk, name === 'close' ? now : null);
        const detail = { conversation: talk.id, reason: why };
        await auditStaff(tx, now, {
          actor,
          action: name === 'close' ? 'chat.closed' : 'chat.reopened',
          userId: talk.userId,
          detail,
        });
        return { lines: [`Conversation ${talk.id} is ${done}.`], data: { conversation: talk.id } };
      }),
  });

function requireOwn({ id, contact: its }: TalkRow, contact: string | undefined): void {
  if (its !== null && contact === undefined)
    throw new ChatRefused(`Conversation ${id} is with ${its}: --as ${its} is needed.`);
}

/** In the order of the usage. */
export const chatCommands: readonly ClubCommand[] = [
  chatList,
  chatShow,
  chatSend,
  closing('close', 'Close a conversation: nobody writes in it any more', 'closed'),
  closing('reopen', 'Open a closed conversation again', 'open'),
];
