import { and, eq, gt, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { auditStaff, CommandFailed, defineCommand } from '../club/command';
import type { Queryable } from '../database/database';
import { transaction } from '../database/transaction';
import { authSessions } from './sessions.tables';
import { findUser, findUserByEmail, type UserRow } from './users';

/** `member show USER`: shows what the club knows of a member. The audit log records the look-up. */
export const memberShow = defineCommand({
  name: 'member show',
  summary: 'Show what the club knows of a member',
  positionals: ['user'],
  proof: 'required',
  options: {},
  details: 'USER is a member’s number or e-mail address.',
  given: z.strictObject({ user: z.string() }),
  run: (deps, { user }, now, actor) =>
    transaction(deps.db, async (tx) => {
      const member = await getMember(tx, user);
      const sessions = await tx.$count(
        authSessions,
        and(eq(authSessions.userId, member.id), isNull(authSessions.revokedAt), gt(authSessions.expiresAt, now)),
      );
      await auditStaff(tx, now, { actor, action: 'member.shown', userId: member.id });
      return { lines: describe(member, sessions), data: asData(member, sessions) };
    }),
});

/** Returns the member with this number or e-mail address. Throws CommandFailed if there is none. */
export async function getMember(db: Queryable, named: string): Promise<UserRow> {
  const member = /^\d{1,9}$/.test(named) ? await findUser(db, Number(named)) : await findUserByEmail(db, named);
  if (!member) throw new CommandFailed(`There is no member ${named}.`);
  return member;
}

const describe = (member: UserRow, sessions: number): string[] => [
  `${member.id}  ${member.firstname} ${member.lastname} <${member.email}>`,
  `Member since ${day(member.createdAt)}; language ${member.language}; country ${member.country ?? 'not given'}`,
  `E-mail ${member.emailVerifiedAt ? `confirmed ${day(member.emailVerifiedAt)}` : 'not confirmed'}; ` +
    `two-factor sign-in ${member.google2faEnabledAt ? 'on' : 'off'}; open sessions: ${sessions}`,
  `Permissions: ${member.permissions.join(', ') || 'none'}`,
  ...(member.deletionDueAt ? [`Asked for deletion; the account is deleted on ${day(member.deletionDueAt)}`] : []),
  ...(member.deletedAt ? [`Deleted ${day(member.deletedAt)}; records that the law demands keep this number`] : []),
];

const asData = (member: UserRow, sessions: number) => ({
  id: member.id,
  name: `${member.firstname} ${member.lastname}`,
  email: member.email,
  language: member.language,
  country: member.country,
  created_at: member.createdAt.toISOString(),
  email_verified_at: member.emailVerifiedAt?.toISOString() ?? null,
  google2fa_enabled_at: member.google2faEnabledAt?.toISOString() ?? null,
  permissions: member.permissions,
  sessions,
  deletion_due_at: member.deletionDueAt?.toISOString() ?? null,
  deleted_at: member.deletedAt?.toISOString() ?? null,
});

const day = (instant: Date): string => instant.toISOString().slice(0, 10);
