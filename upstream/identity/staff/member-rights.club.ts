import { arrayOverlaps } from 'drizzle-orm';
import { z } from 'zod';
import { reauthorizeAfter } from '../../broadcasting/broadcaster';
import { type Actor, auditStaff, CommandFailed, defineCommand } from '../../club/command';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import { confirmEmail } from '../../members/credentials';
import { getMember } from '../../members/members.club';
import { users } from '../../members/members.tables';
import { allPermissions, staffPermissions } from '../../members/permissions';
import { setPermissions } from '../../members/profile';
import { lockUser, type UserRow } from '../../members/users';
import { proposeOrConfirm } from './proposals';

const user = z.string();
const reason = z
  .string()
  .trim()
  .min(10, 'needs at least 10 characters')
  .max(500, 'has more than 500 characters')
  .optional();
const permissions = z
  .array(z.string().refine((name) => allPermissions.includes(name), 'is no permission: see docs/product/session.md'))
  .default([]);

/** `member verify USER`: for a member whom no mail of the club reaches. */
export const memberVerify = defineCommand({
  name: 'member verify',
  summary: 'Confirm the e-mail address of a member whom no mail of the club reaches',
  positionals: ['user'],
  proof: 'required',
  options: {},
  details:
    'USER is a member’s number or e-mail address. Make sure first that the address is theirs. Nobody confirms their own\n' +
    'here. The audit log names you.',
  given: z.strictObject({ user }),
  run: (deps, { user: named }, now, actor) =>
    transaction(deps.db, async (tx) => {
      const member = await getMember(tx, named);
      if (member.id === actor.id) throw new CommandFailed(`${actor.name} cannot confirm their own address.`);
      if (member.deletedAt) throw new CommandFailed(`Member ${member.id} has left.`);
      if (member.emailVerifiedAt || !(await confirmEmail(tx, member, now)))
        throw new CommandFailed(`The address of member ${member.id} is confirmed already.`);
      await auditStaff(tx, now, { actor, action: 'email.verified', userId: member.id });
      return { lines: [`The address of member ${member.id} is confirmed.`], data: { user: member.id } };
    }),
});

/** `member permission USER --grant … --withdraw …`: who may what. */
export const memberPermission = defineCommand({
  name: 'member permission',
  summary: 'Grant or withdraw permissions of a member',
  positionals: ['user'],
  proof: 'optional',
  options: {
    grant: { value: 'NAME', summary: 'a permission to grant; may be given more than once', repeatable: true },
    withdraw: { value: 'NAME', summary: 'a permission to withdraw; may be given more than once', repeatable: true },
    reason: { value: 'TEXT', summary: 'why; 10 to 500 characters; needed where a colleague has to confirm it' },
  },
  details:
    'USER is a member’s number or e-mail address. You grant and withdraw only what you have yourself, and nothing of\n' +
    'your own. It takes two people to grant a permission of the staff.\n' +
    'A club without staff: the first permissions are granted on the server, without a sign-in.',
  given: z
    .strictObject({ user, grant: permissions, withdraw: permissions, reason })
    .refine(({ grant, withdraw }) => grant.length + withdraw.length > 0, '--grant or --withdraw is needed'),
  run: (deps, { user: named, grant, withdraw, reason }, now, actor) =>
    transaction(deps.db, async (tx) => {
      const member = await lockMember(tx, named);
      const granted = grant.filter((name) => !member.permissions.includes(name));
      const withdrawn = withdraw.filter((name) => member.permissions.includes(name));
      if (granted.length + withdrawn.length === 0) throw new CommandFailed(`That is so already; nothing was changed.`);
      const change = { member, granted, withdrawn, reason };
      await checkRight(tx, change, actor);
      const needsTwo = actor && granted.some((name) => staffPermissions.has(name));
      const decision = needsTwo ? await decide(tx, change, actor, now) : null;
      if (decision && 'waits' in decision) return decision.waits;
      const permissions = [...member.permissions, ...granted].filter((name) => !withdrawn.includes(name));
      await setPermissions(tx, member.id, permissions, now);
      // A socket keeps what it entered while it was allowed to.
      reauthorizeAfter(tx, deps.broadcaster, member.id);
      const detail = { granted, withdrawn };
      await auditStaff(tx, now, { actor, action: 'permissions.changed', userId: member.id, detail });
      return {
        lines: [`Member ${member.id} has: ${permissions.join(', ') || 'no permission'}.`],
        data: { user: member.id, ...detail, permissions },
      };
    }),
});

interface Change {
  member: UserRow;
  granted: string[];
  withdrawn: string[];
  reason: string | undefined;
}

async function lockMember(tx: Tx, named: string): Promise<UserRow> {
  const { id } = await getMember(tx, named);
  const member = await lockUser(tx, id);
  if (member.deletedAt) throw new CommandFailed(`Member ${id} has left.`);
  return member;
}

async function checkRight(tx: Tx, { member, granted, withdrawn }: Change, actor: Actor | null): Promise<void> {
  if (!actor) {
    const staff = await tx.$count(users, arrayOverlaps(users.permissions, [...staffPermissions]));
    if (staff > 0) throw new CommandFailed('Nobody is signed in here: npm run club -- login E-MAIL. It lasts 8 hours.');
    return;
  }
  if (member.id === actor.id) throw new CommandFailed(`${actor.name} cannot change their own permissions.`);
  const foreign = [...granted, ...withdrawn].find(
    (name) => staffPermissions.has(name) && !actor.permissions.includes(name),
  );
  if (foreign) throw new CommandFailed(`${actor.name} has no permission ${foreign}.`);
}

/** Needs two people, because one person could make a second one of themselves. */
async function decide(tx: Tx, { member, granted, withdrawn, reason }: Change, actor: Actor, now: Date) {
  if (!reason) throw new CommandFailed('--reason is needed: a colleague has to confirm it.');
  const words = [
    ...(granted.length > 0 ? [`grant ${granted.join(', ')}`] : []),
    ...(withdrawn.length > 0 ? [`withdraw ${withdrawn.join(', ')}`] : []),
  ].join(', ');
  const about = { kind: 'member permission', permission: null, subject: `member ${member.id}`, reason };
  const payload = { user: String(member.id), grant: granted, withdraw: withdrawn };
  return proposeOrConfirm(tx, { ...about, actor, payload, summary: `Member ${member.id}: ${words}` }, now);
}
