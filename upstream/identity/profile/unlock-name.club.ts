import { z } from 'zod';
import { auditStaff, CommandFailed, defineCommand } from '../../club/command';
import { transaction } from '../../database/transaction';
import { sendMail } from '../../mail/mail';
import { minutesAfter } from '../../members/caller';
import { getMember } from '../../members/members.club';
import { findUnlockedUntil, unlockIdentity } from '../../members/profile';
import { proposeOrConfirm } from '../staff/proposals';
import { nameUnlockedMail } from './unlock-name.mails';

const daysOpen = 14;

/** `member unlock-name USER --reason …`: for a member whose name or country is another one since the first withdrawal. */
export const memberUnlockName = defineCommand({
  name: 'member unlock-name',
  summary: 'Let a member change locked names and country once',
  positionals: ['user'],
  proof: 'required',
  options: {
    reason: {
      value: 'TEXT',
      summary: 'how you made sure of it, without the names; 10 to 500 characters; your colleague reads it',
      required: true,
    },
  },
  details:
    'USER is a member’s number or e-mail address. See a document of the new name first. It always takes two people.\n' +
    `The member is told by mail, and has ${daysOpen} days for one change in the settings, with a code.`,
  given: z.strictObject({
    user: z.string(),
    reason: z.string().trim().min(10, 'needs at least 10 characters').max(500, 'has more than 500 characters'),
  }),
  run: (deps, { user: named, reason }, now, actor) =>
    transaction(deps.db, async (tx) => {
      const user = await getMember(tx, named);
      if (user.id === actor.id) throw new CommandFailed(`${actor.name} cannot unlock their own.`);
      if (!user.firstWithdrawalAt || user.deletedAt)
        throw new CommandFailed(`Names and country of member ${user.id} are not locked.`);
      const open = findUnlockedUntil(user, now);
      if (open) throw new CommandFailed(`They are unlocked already, until ${open.toISOString()}.`);
      const decision = await proposeOrConfirm(
        tx,
        {
          actor,
          kind: 'member unlock-name',
          permission: null,
          // A trigger looks for this kind and subject: `users_identity_unlocked_by_two`.
          subject: `member ${user.id}`,
          summary: `Let member ${user.id} change names and country once`,
          payload: { user: String(user.id) },
          reason,
        },
        now,
      );
      if ('waits' in decision) return decision.waits;
      const until = minutesAfter(now, daysOpen * 24 * 60);
      await unlockIdentity(tx, user.id, until, now);
      await auditStaff(tx, now, { actor, action: 'identity.unlocked', userId: user.id });
      const { email: to, language, firstname } = user;
      const url = `${deps.config.publicUrl}/settings/address`;
      await sendMail(tx, deps, { to, language, template: nameUnlockedMail, data: { firstname, until, url } });
      return {
        lines: [
          `Member ${user.id} may change names and country once, until ${until.toISOString()}, and is told by mail.`,
        ],
        data: { user: user.id, until: until.toISOString() },
      };
    }),
});
