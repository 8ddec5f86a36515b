/** Staff commands of the sponsor tree. */
import { z } from 'zod';
import { affiliateConfig } from '../../affiliate-config';
import { auditStaff, CommandFailed, defineCommand, textOption } from '../../club/command';
import { findFailure } from '../../database/failures';
import { readSnapshot } from '../../database/snapshot';
import { transaction } from '../../database/transaction';
import { getMember } from '../../members/members.club';
import type { UserRow } from '../../members/users';
import { rateOf } from './figures';
import { affiliateMoves } from './team.tables';
import { listTeamFaults } from './verify-team';

const mostFaults = 50;

/** `affiliate verify`: compares the kept counts with the tree. */
export const affiliateVerify = defineCommand({
  name: 'affiliate verify',
  summary: 'Compare the counts of all teams with the sponsor tree',
  positionals: [],
  proof: 'optional',
  options: {},
  details: `Lists at most ${mostFaults} faults, and ends with 1 if there is any.`,
  given: z.strictObject({}),
  run: async (deps) => {
    // One snapshot, so that nothing that happens meanwhile looks like a fault.
    const faults = await readSnapshot(deps.db, (tx) => listTeamFaults(tx, mostFaults));
    if (faults.length > 0) throw new CommandFailed(faults.join('\n'));
    return { lines: ['The counts of all teams are those of the sponsor tree.'], data: { faults } };
  },
});

/** `affiliate rates`: shows what each level earns. */
export const affiliateRates = defineCommand({
  name: 'affiliate rates',
  summary: 'Show what each level earns',
  positionals: [],
  proof: 'optional',
  options: {},
  details:
    'The rates are in config/affiliate.json, which each start reads. They hold for orders that are paid from then on.',
  given: z.strictObject({}),
  run: async () => {
    const { rates, pending_days } = affiliateConfig();
    const levels = rates.map((_, at) => ({ level: at + 1, rate: rateOf(at + 1) }));
    return {
      lines: [
        ...levels.map(({ level, rate }) => `Level ${level}: ${rate} %`),
        `Commissions are paid after ${pending_days} days.`,
      ],
      data: { levels, pending_days },
    };
  },
});

/** `affiliate move MEMBER --to SPONSOR --reason TEXT`: brings a member and all below under another sponsor. */
export const affiliateMove = defineCommand({
  name: 'affiliate move',
  summary: 'Bring a member, with the whole line, under another sponsor',
  positionals: ['member'],
  proof: 'required',
  permission: 'affiliate.manage',
  options: {
    to: { value: 'SPONSOR', summary: 'The new sponsor: a number or an e-mail address', required: true },
    reason: { value: 'TEXT', summary: 'Why, for the audit log and the export of the member', required: true },
  },
  details: `MEMBER is a number or an e-mail address. Counts follow at once. Commissions of earlier orders stay with those who
earned them.`,
  given: z.strictObject({ member: z.string(), to: z.string(), reason: textOption(200) }),
  run: (deps, { member: named, to, reason }, now, actor) =>
    transaction(deps.db, async (tx) => {
      const member = await getMember(tx, named);
      const sponsor = await getMember(tx, to);
      if (member.referrerId === sponsor.id) throw new CommandFailed(`${nameOf(sponsor)} is the sponsor already.`);
      const move = {
        userId: member.id,
        fromId: member.referrerId,
        toId: sponsor.id,
        reason,
        staffId: actor.id,
        at: now,
      };
      await tx.insert(affiliateMoves).values(move);
      const detail = { from: member.referrerId, to: sponsor.id, reason };
      await auditStaff(tx, now, { actor, action: 'affiliate.moved', userId: member.id, detail });
      return {
        lines: [`${nameOf(member)} is in the line of ${nameOf(sponsor)} now, with everybody below.`],
        data: { member: member.id, from: member.referrerId, to: sponsor.id },
      };
    }).catch((error: unknown) => {
      const words = refusals[findFailure(error)?.constraint ?? ''];
      throw words ? new CommandFailed(words) : error;
    }),
});

const nameOf = ({ id, firstname, lastname }: UserRow): string => `${firstname} ${lastname} (${id})`;

const refusals: Record<string, string> = {
  users_referrer_no_circle: 'Nothing was changed: the new sponsor is in the line of the member.',
  affiliate_moves_elsewhere: 'Nothing was changed: nobody is their own sponsor.',
  affiliate_moves_from: 'Nothing was changed: the member has another sponsor by now, or one of both has left the club.',
};
