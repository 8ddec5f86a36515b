import { z } from 'zod';
import { reauthorizeAfter } from '../../broadcasting/broadcaster';
import { type Actor, auditStaff, CommandFailed, defineCommand } from '../../club/command';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import { getMember } from '../../members/members.club';
import { isStaff } from '../../members/permissions';
import type { UserRow } from '../../members/users';
import { endSessionsOf } from '../sessions/sessions';
import { type Decision, proposeOrConfirm } from '../staff/proposals';
import { switchTwoFactorOff } from './two-factor-changes';

/** `two-factor reset USER --reason …`: for a member who lost the app and all recovery codes. */
export const twoFactorReset = defineCommand({
  name: 'two-factor reset',
  summary: 'Switch two-factor sign-in off for a member who lost app and recovery codes',
  positionals: ['user'],
  proof: 'required',
  options: {
    reason: {
      value: 'TEXT',
      summary: 'how you made sure that it is the member; 10 to 500 characters; the member reads it',
      required: true,
    },
  },
  details:
    'USER is a member’s number or e-mail address. Make sure first that it is the member who asks: call them back, or\n' +
    'see their identity card. They are signed out everywhere, told by mail, and then sign in with the password alone.\n' +
    'The reset of a member of staff takes two colleagues, and closes club login to that member for 24 hours.',
  given: z.strictObject({
    user: z.string(),
    reason: z.string().trim().min(10, 'needs at least 10 characters').max(500, 'has more than 500 characters'),
  }),
  run: (deps, { user: named, reason }, now, actor) =>
    transaction(deps.db, async (tx) => {
      const user = await getMember(tx, named);
      const name = `${user.firstname} ${user.lastname} (${user.id})`;
      if (isStaff(user)) {
        const decision = await decideOnStaff(tx, { user, name, reason, actor }, now);
        if ('waits' in decision) return decision.waits;
        reason = decision.confirmed.reason;
      }
      if (!(await switchTwoFactorOff(tx, deps, user, now, reason)))
        throw new CommandFailed(`Two-factor sign-in of ${name} is not on.`);
      await endSessionsOf(tx, user.id, 'two_factor_reset', now);
      reauthorizeAfter(tx, deps.broadcaster, user.id);
      // The audit log omits the reason, because it may tell much about the member and the log is permanent.
      await auditStaff(tx, now, { actor, action: 'two_factor.reset', userId: user.id });
      return {
        lines: [`Two-factor sign-in of ${name} is off; they are signed out everywhere, and told by mail.`],
        data: { user: user.id },
      };
    }),
});

/** Needs two people, because one person could take over a colleague's account and then act as two people. */
async function decideOnStaff(
  tx: Tx,
  { user, name, reason, actor }: { user: UserRow; name: string; reason: string; actor: Actor },
  now: Date,
): Promise<Decision> {
  if (user.id === actor.id) throw new CommandFailed(`${actor.name} cannot reset their own.`);
  if (!user.google2faEnabledAt) throw new CommandFailed(`Two-factor sign-in of ${name} is not on.`);
  // The summary uses the member's number, because proposals outlive the account.
  const summary = `Switch two-factor sign-in of member ${user.id} off`;
  const act = { actor, kind: 'two-factor reset', permission: null, subject: `member ${user.id}`, summary, reason };
  return proposeOrConfirm(tx, { ...act, payload: { user: String(user.id) } }, now);
}
