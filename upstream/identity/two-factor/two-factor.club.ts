import { z } from 'zod';
import { auditStaff, CommandFailed, defineCommand } from '../../club/command';
import { transaction } from '../../database/transaction';
import { reauthorizeAfter } from '../../realtime/broadcaster';
import { getMember } from '../identity.club';
import { endSessionsOf } from '../sessions';
import { switchTwoFactorOff } from './two-factor-changes';

/** `two-factor reset USER --reason …`: for a member who has lost the app and every recovery code. */
export const twoFactorReset = defineCommand({
  name: 'two-factor reset',
  summary: 'Switch two-factor sign-in off for a member who lost app and recovery codes',
  positionals: ['user'],
  options: {
    reason: {
      value: 'TEXT',
      summary: 'how you made sure that it is the member, who reads it; 10 to 500 characters',
      required: true,
    },
  },
  details:
    'USER is a member’s number or e-mail address. Make sure first that it is the member who asks: call them back, or\n' +
    'see their identity card. They are signed out everywhere, told by mail, and sign in by password alone from then on.',
  given: z.strictObject({
    user: z.string(),
    reason: z.string().trim().min(10, 'needs at least 10 characters').max(500, 'has more than 500 characters'),
  }),
  run: (deps, { user: named, reason }, now) =>
    transaction(deps.db, async (tx) => {
      const user = await getMember(tx, named);
      const name = `${user.firstname} ${user.lastname} (${user.id})`;
      if (!(await switchTwoFactorOff(tx, deps, user, now, reason)))
        throw new CommandFailed(`Two-factor sign-in of ${name} is not on.`);
      await endSessionsOf(tx, user.id, 'two_factor_reset', now);
      reauthorizeAfter(tx, deps.broadcaster, user.id);
      // The reason may say much about the member, and what stands in the audit log stays for good.
      await auditStaff(tx, now, { action: 'two_factor.reset', userId: user.id });
      return {
        lines: [`Two-factor sign-in of ${name} is off; they are signed out everywhere, and told by mail.`],
        data: { user: user.id },
      };
    }),
});
