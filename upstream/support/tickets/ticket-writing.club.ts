/** The staff commands that change tickets. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { type Actor, auditStaff, CommandFailed, defineCommand, textOption } from '../../club/command';
import { attachmentLimits } from '../../contract/support-attachments';
import { TicketText } from '../../contract/support-tickets';
import type { Queryable } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { getMember } from '../../members/members.club';
import { findUser } from '../../members/users';
import { storeAttachment } from '../attachments/store-attachment';
import { readCanned } from './canned';
import { addNote, assignTicket, closeAsStaff, lockForStaff, replyAsStaff } from './staff-steps';
import { aboutTickets, forHelpers, inWords, ticketNumber } from './ticket-command';
import type { TicketRow } from './ticket-steps';

const longText = textOption(TicketText.maxLength ?? 0);
const textOptions = {
  text: { value: 'TEXT', summary: 'what the member reads, up to 5000 characters' },
  canned: { value: 'NAME', summary: 'instead, an answer of the folder config/canned, in the member’s language' },
};

/** `ticket assign NUMBER` gives a ticket to somebody, and says how urgent it is. */
export const ticketAssign = defineCommand({
  name: 'ticket assign',
  summary: 'Assign a ticket to yourself or a colleague, or set its priority',
  positionals: ['number'],
  ...forHelpers,
  options: {
    to: { value: 'USER', summary: 'number or e-mail address of a colleague, or “nobody”' },
    urgent: { summary: 'it comes first' },
    normal: { summary: 'it is no longer urgent' },
  },
  details: 'Without an option it is yours. A new ticket is open then. The member sees who works on it.',
  given: z
    .strictObject({
      number: ticketNumber,
      to: z.string().optional(),
      urgent: z.boolean().default(false),
      normal: z.boolean().default(false),
    })
    .refine(({ urgent, normal }) => !(urgent && normal), '--urgent or --normal, not both'),
  run: (deps, { number, to, urgent, normal }, now, actor) =>
    aboutTickets(deps, async (tx) => {
      const ticket = await lockForStaff(tx, number);
      const priority = urgent ? ('urgent' as const) : normal ? ('normal' as const) : undefined;
      const isOnlyPriority = to === undefined && priority !== undefined;
      const assigned = isOnlyPriority ? undefined : await findColleague(tx, to, actor);
      await assignTicket(tx, deps, ticket, { staffId: assigned?.id, ...(priority && { priority }) }, now);
      const detail = { ticket: number, ...(assigned && { to: assigned.id }), ...(priority && { priority }) };
      await auditStaff(tx, now, { actor, action: 'ticket.assigned', userId: ticket.userId, detail });
      const said = [
        ...(assigned ? [`is assigned to ${assigned.name}`] : []),
        ...(priority ? [`has the priority ${priority}`] : []),
      ];
      return { lines: [`Ticket ${number} ${said.join(' and ')}.`], data: detail };
    }),
});

async function findColleague(db: Queryable, named: string | undefined, actor: Actor) {
  if (named === undefined) return { id: actor.id, name: actor.name };
  if (named === 'nobody') return { id: null, name: 'nobody' };
  const { id, firstname, lastname, permissions } = await getMember(db, named);
  const name = `${firstname} ${lastname}`;
  if (!permissions.includes('tickets.manage')) throw new CommandFailed(`${name} has no permission tickets.manage.`);
  return { id, name };
}

/** `ticket reply NUMBER` answers a ticket. The member is told. */
export const ticketReply = defineCommand({
  name: 'ticket reply',
  summary: 'Answer a ticket; the member is told on the pages and by mail',
  positionals: ['number'],
  path: 'attach',
  ...forHelpers,
  options: {
    ...textOptions,
    attach: { value: 'FILE', summary: 'a pdf, jpg, png, webp or txt, up to five times', repeatable: true },
    'keep-open': { summary: 'the club has more to do, so the ticket does not wait for the member' },
  },
  given: z
    .strictObject({
      number: ticketNumber,
      text: longText.optional(),
      canned: z.string().optional(),
      attach: z.array(z.string()).max(attachmentLimits.files, 'is given more than five times').default([]),
      'keep-open': z.boolean().default(false),
    })
    .refine(
      ({ text, canned }) => (text === undefined) !== (canned === undefined),
      '--text or --canned is needed, one of them',
    ),
  run: async (deps, { number, attach, 'keep-open': keepOpen, ...given }, now, actor) => {
    const files = await storeFiles(deps, number, attach, actor, now);
    return aboutTickets(deps, async (tx) => {
      const ticket = await lockForStaff(tx, number);
      const body = await textFor(tx, ticket, given);
      const reply = { staffId: actor.id, body: body ?? '', attachments: files, keepOpen };
      const { status } = await replyAsStaff(tx, deps, ticket, reply, now);
      const detail = { ticket: number, files: files.length, status };
      await auditStaff(tx, now, { actor, action: 'ticket.answered', userId: ticket.userId, detail });
      const waits = keepOpen ? 'It stays open.' : 'It waits for the member now.';
      return { lines: [`Ticket ${number} is answered. ${waits}`], data: detail };
    });
  },
});

/** `ticket close NUMBER` closes a ticket, with a last message if there is one. */
export const ticketClose = defineCommand({
  name: 'ticket close',
  summary: 'Close a ticket, with a last message or without',
  positionals: ['number'],
  ...forHelpers,
  options: textOptions,
  details: 'The member is told, and opens it again by a reply within 14 days.',
  given: z
    .strictObject({ number: ticketNumber, text: longText.optional(), canned: z.string().optional() })
    .refine(({ text, canned }) => text === undefined || canned === undefined, '--text or --canned, not both'),
  run: (deps, { number, ...given }, now, actor) =>
    aboutTickets(deps, async (tx) => {
      const ticket = await lockForStaff(tx, number);
      const body = await textFor(tx, ticket, given);
      await closeAsStaff(tx, deps, ticket, { staffId: actor.id, body }, now);
      const detail = { ticket: number };
      await auditStaff(tx, now, { actor, action: 'ticket.closed', userId: ticket.userId, detail });
      return { lines: [`Ticket ${number} is closed.`], data: detail };
    }),
});

/** `ticket note NUMBER` notes something for the colleagues. */
export const ticketNote = defineCommand({
  name: 'ticket note',
  summary: 'Note something about a ticket, which its member never sees',
  positionals: ['number'],
  ...forHelpers,
  options: { text: { value: 'TEXT', summary: 'up to 5000 characters', required: true } },
  given: z.strictObject({ number: ticketNumber, text: longText }),
  run: (deps, { number, text }, now, actor) =>
    aboutTickets(deps, async (tx) => {
      const ticket = await lockForStaff(tx, number);
      await addNote(tx, ticket, { staffId: actor.id, body: text }, now);
      const detail = { ticket: number };
      await auditStaff(tx, now, { actor, action: 'ticket.noted', userId: ticket.userId, detail });
      return { lines: [`Noted about ticket ${number}.`], data: detail };
    }),
});

/** Returns the text as it was typed, or the canned answer; null without either. */
async function textFor(
  db: Queryable,
  { id, userId }: TicketRow,
  { text, canned }: { text?: string | undefined; canned?: string | undefined },
): Promise<string | null> {
  if (canned === undefined) return text ?? null;
  const member = await findUser(db, userId);
  const { language = 'en', firstname = '' } = member ?? {};
  return readCanned(canned, language, { firstname, number: String(id) });
}

/** Stores files for a reply, before it. Those of a reply that fails are tidied away as any that no message names. */
async function storeFiles(deps: Deps, number: number, paths: string[], actor: Actor, now: Date): Promise<string[]> {
  if (paths.length === 0) return [];
  const userId = await aboutWhom(deps, number);
  const ids: string[] = [];
  for (const path of paths) {
    const file = await openFile(path);
    try {
      const stored = {
        userId,
        staffId: actor.id,
        name: basename(path),
        bytes: file.createReadStream(),
        language: 'en' as const,
      };
      ids.push((await inWords(() => storeAttachment(deps, stored, now))).id);
    } finally {
      await file.close();
    }
  }
  return ids;
}

/** Returns the member whose ticket it is. */
const aboutWhom = (deps: Deps, number: number): Promise<number> =>
  inWords(() => transaction(deps.db, async (tx) => (await lockForStaff(tx, number)).userId));

/** Looks at the file before it is read. A pipe would make it wait. */
async function openFile(path: string) {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
    throw new CommandFailed(code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${code}).`);
  });
  const { size, isFile } = await file.stat().then((about) => ({ size: about.size, isFile: about.isFile() }));
  if (isFile && size <= attachmentLimits.each) return file;
  await file.close();
  throw new CommandFailed(isFile ? `${path} is larger than 10 MB.` : `${path} is not a file.`);
}
