import { z } from 'zod';
import { auditStaff, CommandFailed, defineCommand } from '../../club/command';
import { ghostReason } from '../../contract/ghost';
import { transaction } from '../../database/transaction';
import { getMember } from '../../members/members.club';
import { mintGhostLink, nameOf, objectionTo } from './ghost-links';

const { minLength: shortest, maxLength: longest } = ghostReason;
const lengthOf = (text: string): number => [...text].length;

const objections = {
  'ghost.enter': 'has no permission ghost.enter',
  'ghost.write': 'has no permission ghost.write, which --write needs',
};

/**
 * `ghost link --user … --reason …`: makes a link to a member's area for staff. Rules:
 * docs/product/session.md#ghost-mode.
 */
export const ghostLink = defineCommand({
  name: 'ghost link',
  summary: 'Make a link that shows a member of staff the area of a member, once and within a minute',
  positionals: [],
  proof: 'required',
  permission: 'ghost.enter',
  options: {
    user: { value: 'USER', summary: 'whose area: number or e-mail address', required: true },
    reason: {
      value: 'TEXT',
      summary: `why, ${shortest} to ${longest} characters; the member reads it`,
      required: true,
    },
    ticket: { value: 'ID', summary: 'number of the ticket that it is about' },
    write: { summary: 'not read-only: allows the few changes that ghost mode knows' },
  },
  details:
    'It needs the permission ghost.enter, and ghost.write with --write. Nobody enters the area of other staff or\n' +
    'their own. It lasts 30 minutes. The member is told at once, sees each page, and can end it.',
  given: z.strictObject({
    user: z.string(),
    reason: z
      .string()
      .trim()
      .refine((text) => lengthOf(text) >= shortest, `needs at least ${shortest} characters`)
      .refine((text) => lengthOf(text) <= longest, `has more than ${longest} characters`),
    ticket: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'is the number of a ticket')
      .transform(Number)
      .optional(),
    write: z.boolean().default(false),
  }),
  run: (deps, { user: named, reason, ticket, write }, now, proven) =>
    transaction(deps.db, async (tx) => {
      const actor = await getMember(tx, String(proven.id));
      const user = await getMember(tx, named);
      const readOnly = !write;
      const objection = objectionTo(actor, user, { readOnly });
      if (objection === 'oneself') throw new CommandFailed('Nobody needs a link to see their own area.');
      if (objection === 'staff') throw new CommandFailed(`${nameOf(user)} is staff: nobody looks at their area.`);
      if (objection) throw new CommandFailed(`${nameOf(actor)} ${objections[objection]}.`);
      const purpose = { reason, ticketId: ticket ?? null, readOnly };
      const { token, expiresAt } = await mintGhostLink(tx, { actor, user, ...purpose }, now);
      const detail = { read_only: readOnly, ...(ticket && { ticket }) };
      await auditStaff(tx, now, { actor: proven, action: 'ghost.link', userId: user.id, detail });
      const url = `${deps.config.publicUrl}/enter-ghost-mode?token=${token}`;
      const about = `${nameOf(actor)} sees the area of ${nameOf(user)} (${user.id}), ${write ? 'writing' : 'read-only'}`;
      return {
        lines: [`${about}, for 30 minutes. The link works once, for 60 seconds:`, url],
        data: { url, expires_at: expiresAt.toISOString(), staff: actor.id, user: user.id, read_only: readOnly },
      };
    }),
});
