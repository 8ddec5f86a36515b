/** Commands by which staff sign in, see who else is signed in, and handle proposals that wait for a second person. */
import { z } from 'zod';
import { auditStaff, type ClubCommand, CommandFailed, defineCommand, type Outcome } from '../../club/command';
import { transaction } from '../../database/transaction';
import { HttpProblem, TooManyAttempts } from '../../http/problems';
import type { Caller } from '../../members/caller';
import { listProposals, withdrawProposal } from './proposals';
import { NotAdmitted, signInStaff } from './staff-sign-in';
import { actorNameOf, listStaffTokens, revokeStaffToken } from './staff-tokens';

const secret = z.string().min(1, 'is empty').max(200);
const number = z.coerce.number('is no number').int('is no number').min(1, 'is no number').max(1e12, 'is no number');

/** `login E-MAIL`: takes password and one-time code and stores a staff token of 8 hours. */
export const login = defineCommand({
  name: 'login',
  summary: 'Prove who you are, for 8 hours',
  positionals: ['email'],
  proof: 'optional',
  asks: [
    { name: 'password', words: 'Password' },
    { name: 'one_time_password', words: 'One-time code' },
  ],
  options: {},
  details: [
    'EMAIL is that of your own account, which needs a permission of the staff and two-factor sign-in. Password and code',
    'are asked for without showing them; without a terminal they are read from standard input, a line each. The staff',
    'token goes into CLUB_TOKEN_FILE, or .almende/club-token in your home folder, readable by you alone.',
  ].join('\n'),
  given: z.strictObject({ email: z.string().max(254), password: secret, one_time_password: secret }),
  run: async (deps, given, now): Promise<Outcome> => {
    const caller: Caller = {
      ip: null,
      requestId: 'command line',
      language: 'en',
      now,
      userAgent: null,
      deviceTokens: [],
    };
    const { user, token, expiresAt } = await signInStaff(deps, given, caller).catch((error: unknown) => {
      throw inWords(error, given.email, now);
    });
    const until = expiresAt.toISOString();
    return {
      lines: [`Signed in as ${actorNameOf(user)} until ${until}.`],
      data: { staff: user.id, name: actorNameOf(user), expires_at: until },
      token,
    };
  },
});

const reasons: Record<NotAdmitted['why'], (email: string, until: Date | null) => string> = {
  not_staff: (email) => `${email} has no permission of the staff.`,
  no_second_factor: (email) =>
    `${email} has no two-factor sign-in, which staff need: switch it on under Settings, Two-factor sign-in, and come back.`,
  reset_lately: (email, until) =>
    `The two-factor sign-in of ${email} was reset by colleagues: it opens no command line until ${until?.toISOString()}.`,
  wrong_code: () => 'The one-time code is wrong, or was used before: wait for the next one.',
};

function inWords(error: unknown, email: string, now: Date): unknown {
  if (error instanceof NotAdmitted) return new CommandFailed(reasons[error.why](email, error.until));
  if (error instanceof TooManyAttempts) {
    const resetAt = Number(error.headers['X-RateLimit-Reset']) * 1000;
    const seconds = Math.max(1, Math.ceil((resetAt - now.getTime()) / 1000));
    return new CommandFailed(`Too many attempts: wait ${seconds} seconds.`);
  }
  return error instanceof HttpProblem ? new CommandFailed(error.message) : error;
}

/** `logout`: revokes the stored staff token. */
export const logout = defineCommand({
  name: 'logout',
  summary: 'Revoke the staff token that lies here, and remove it',
  positionals: [],
  proof: 'optional',
  options: {},
  given: z.strictObject({}),
  run: async (deps, _, now, actor): Promise<Outcome> => {
    if (!actor) return { lines: ['Nobody was signed in here.'], data: { staff: null }, token: null };
    await transaction(deps.db, async (tx) => {
      await revokeStaffToken(tx, actor.tokenId, now);
      await auditStaff(tx, now, { actor, action: 'staff_token.revoked', userId: actor.id });
    });
    return { lines: [`${actor.name} is signed out here.`], data: { staff: actor.id }, token: null };
  },
});

/** `tokens list`: lists who is signed in at a command line. */
export const tokensList = defineCommand({
  name: 'tokens list',
  summary: 'List the staff tokens that are good now',
  positionals: [],
  proof: 'required',
  options: {},
  given: z.strictObject({}),
  run: (deps, _, now, actor) =>
    transaction(deps.db, async (tx) => {
      const tokens = (await listStaffTokens(tx, now)).map((token) => ({
        id: token.id,
        staff: token.userId,
        name: actorNameOf(token),
        created_at: token.createdAt.toISOString(),
        last_used_at: token.lastUsedAt.toISOString(),
        expires_at: token.expiresAt.toISOString(),
        this_one: token.id === actor.tokenId,
      }));
      await auditStaff(tx, now, { actor, action: 'staff_token.listed' });
      const lines = tokens.map(
        ({ id, name, created_at, last_used_at, expires_at, this_one }) =>
          `${id}  ${name}  since ${created_at}, last used ${last_used_at}, until ${expires_at}${this_one ? '  (this one)' : ''}`,
      );
      return { lines, data: { tokens } };
    }),
});

/** `tokens revoke ID`: any member of staff may do this, because it only removes access. */
export const tokensRevoke = defineCommand({
  name: 'tokens revoke',
  summary: 'Revoke a staff token, also that of a colleague',
  positionals: ['id'],
  proof: 'required',
  options: {},
  given: z.strictObject({ id: number }),
  run: (deps, { id }, now, actor) =>
    transaction(deps.db, async (tx) => {
      const revoked = await revokeStaffToken(tx, id, now);
      if (!revoked) throw new CommandFailed(`There is no staff token ${id} that is good.`);
      await auditStaff(tx, now, {
        actor,
        action: 'staff_token.revoked',
        userId: revoked.userId,
        detail: { token: id },
      });
      return { lines: [`Staff token ${id} is revoked.`], data: { id, staff: revoked.userId } };
    }),
});

/** `proposals list`: lists what waits for a second person. */
export const proposalsList = defineCommand({
  name: 'proposals list',
  summary: 'List what waits for a second person',
  positionals: [],
  proof: 'required',
  options: {},
  given: z.strictObject({}),
  run: (deps, _, now, actor) =>
    transaction(deps.db, async (tx) => {
      const proposals = (await listProposals(tx)).map(
        ({ id, kind, subject, summary, reason, proposedBy, proposer, proposedAt, endsAt }) => ({
          id,
          kind,
          subject,
          summary,
          reason,
          staff: proposedBy,
          proposer,
          proposed_at: proposedAt.toISOString(),
          ends_at: endsAt.toISOString(),
        }),
      );
      await auditStaff(tx, now, { actor, action: 'proposal.listed' });
      const lines = proposals.map(
        ({ id, summary, proposer, proposed_at, ends_at, reason }) =>
          `${id}  ${summary}. By ${proposer}, ${proposed_at}, until ${ends_at}: ${JSON.stringify(reason)}`,
      );
      return { lines: lines.length > 0 ? lines : ['Nothing waits for a second person.'], data: { proposals } };
    }),
});

/** `proposals withdraw ID`: closes a proposal without executing it. */
export const proposalsWithdraw = defineCommand({
  name: 'proposals withdraw',
  summary: 'Close a proposal without doing what it says',
  positionals: ['id'],
  proof: 'required',
  options: {},
  given: z.strictObject({ id: number }),
  run: (deps, { id }, now, actor) =>
    transaction(deps.db, async (tx) => {
      const withdrawn = await withdrawProposal(tx, id, actor, now);
      if (!withdrawn) throw new CommandFailed(`There is no open proposal ${id}.`);
      return { lines: [`Proposal ${id} is withdrawn: ${withdrawn.summary}.`], data: { proposal: id } };
    }),
});

/**
 * `proposals confirm ID`: runs the proposed command as the second person.
 * @param list returns all commands, including the proposed one
 */
export const createProposalsConfirm = (list: () => readonly ClubCommand[]): ClubCommand =>
  defineCommand({
    name: 'proposals confirm',
    summary: 'Confirm what a colleague proposed, which does it',
    positionals: ['id'],
    proof: 'required',
    options: {},
    details: 'Look at proposals list first. Typing the same command again as somebody else confirms it as well.',
    given: z.strictObject({ id: number }),
    run: async (deps, { id }, now, actor) => {
      const found = await transaction(deps.db, async (tx) =>
        (await listProposals(tx)).find((proposal) => proposal.id === id),
      );
      const command = list().find(({ name }) => name === found?.kind);
      if (!found || !command) throw new CommandFailed(`There is no open proposal ${id}.`);
      return command.run(deps, { ...found.payload, reason: found.reason }, now, actor);
    },
  });
