/** Staff commands for payouts. */
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, auditStaff, CommandFailed, defineCommand, type Outcome, textOption } from '../../club/command';
import { readLabel } from '../../contract/labels';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import { proposeOrConfirm } from '../../identity/identity';
import { decimal } from '../../ledger/ledger';
import { notPayableReason } from '../withdraw-accounts/payee';
import { failWithdrawal } from '../withdrawals/settlement';
import { walletWithdrawals } from '../withdrawals/withdrawals.tables';
import { lockBank } from './bank-lock';
import { exportPayouts, findPayoutFile, listOpenFiles, listPayoutFiles, type PayoutFileRow } from './payouts';

/** `payouts export FILE` writes the file and stores it with the withdrawals, which become `processing`. */
export const payoutsExport = defineCommand({
  name: 'payouts export',
  summary: 'Write approved withdrawals into a file for the bank',
  positionals: ['file'],
  writes: 'file',
  proof: 'required',
  permission: 'payouts.export',
  options: {},
  details: [
    'FILE becomes an ISO 20022 pain.001.001.09 with one SEPA transfer for each withdrawal; it must not be there yet.',
    'They are processing from then on, and in no further file. It needs the permission payouts.export. Nobody exports a',
    'withdrawal of their own, or one of a large amount that they approved themselves: those stay for a colleague, and',
    'are named. A file that was lost comes back by payouts list and payouts show.',
  ].join('\n'),
  given: z.strictObject({ file: z.string() }),
  run: (deps, _, now, actor) =>
    transaction(deps.db, async (tx) => {
      const exported = await exportPayouts(tx, actor.id, now);
      const { file, left, notPayable } = exported;
      const waiting = [
        ...left.map((label) => `${label} needs another member of the staff to export it.`),
        ...notPayable.map((label) => `${label} stays approved: ${notPayableReason}`),
      ];
      if (!file)
        throw new CommandFailed(['There is nothing to export.', ...waiting, ...(await nameOpenFiles(tx))].join('\n'));
      const labels = exported.payouts.map(({ label }) => label);
      await auditStaff(tx, now, { actor, action: 'payouts.exported', detail: { file: file.id, labels } });
      const total = decimal(file.total, 'EUR');
      return {
        lines: [`Exported ${labels.length} payouts of ${total} EUR as ${file.id}.`, ...waiting],
        data: { id: file.id, transfers: labels.length, total, labels, left, not_payable: notPayable },
        file: file.xml,
      };
    }),
});

/** Says which file holds which withdrawals that the bank has not closed yet. */
const nameOpenFiles = async (tx: Tx): Promise<string[]> =>
  (await listOpenFiles(tx)).map(
    ({ id, labels }) => `${id} holds ${labels.join(', ')}: payouts show ${id} --output FILE writes it again.`,
  );

const most = 100;

/** `payouts list` shows the newest files with their withdrawals. */
export const payoutsList = defineCommand({
  name: 'payouts list',
  summary: `List the newest files for the bank, at most ${most}`,
  positionals: [],
  proof: 'required',
  permission: 'payouts.export',
  options: {},
  given: z.strictObject({}),
  run: (deps, _, now, actor) =>
    transaction(deps.db, async (tx) => {
      const files = (await listPayoutFiles(tx, most)).map(({ file, labels }) => ({ ...about(file), labels }));
      await auditStaff(tx, now, { actor, action: 'payouts.listed' });
      const lines = files.map(
        ({ id, created_at, total, staff, labels }) =>
          `${id}  ${created_at}  ${total} EUR  exported by member ${staff}  ${labels.join(', ')}`,
      );
      return { lines: lines.length > 0 ? lines : ['Nothing was exported yet.'], data: { files } };
    }),
});

/** `payouts show ID` shows the file as it was exported. */
export const payoutsShow = defineCommand({
  name: 'payouts show',
  summary: 'Print a file for the bank as it was exported, or write it again',
  positionals: ['id'],
  writes: 'output',
  proof: 'required',
  permission: 'payouts.export',
  options: { output: { value: 'FILE', summary: 'write it there, byte for byte; it must not be there yet' } },
  details: 'A bank takes a file once: the same message id again is refused, which is what you want.',
  given: z.strictObject({ id: z.string(), output: z.string().optional() }),
  run: (deps, { id, output }, now, actor) =>
    transaction(deps.db, async (tx) => {
      const file = await findPayoutFile(tx, id);
      if (!file) throw new CommandFailed(`There is no file ${id}.`);
      await auditStaff(tx, now, { actor, action: 'payouts.shown', detail: { file: id } });
      const { xml } = file;
      const data = about(file);
      if (output === undefined) return { lines: [xml.trimEnd()], data: { ...data, xml } };
      return { lines: [`${id}: ${data.transfers} payouts of ${data.total} EUR.`], data, file: xml };
    }),
});

const about = ({ id, transfers, total, createdAt, createdBy }: PayoutFileRow) => ({
  id,
  transfers,
  total: decimal(total, 'EUR'),
  created_at: createdAt.toISOString(),
  staff: createdBy,
});

/** `payouts fail LABEL --reason`: the bank refused a payout, and no statement says so. */
export const payoutsFail = defineCommand({
  name: 'payouts fail',
  summary: 'Give the money of a payout that the bank refused back to the member',
  positionals: ['label'],
  proof: 'required',
  permission: 'payouts.export',
  options: { reason: { value: 'TEXT', summary: 'why; the member reads it', required: true } },
  details: [
    'Only after the bank has said so (pain.002, or by word): what it pays out later all the same is lost. So a colleague',
    'has to confirm it where two people took the withdrawal to the bank.',
  ].join('\n'),
  given: z.strictObject({ label: z.string(), reason: textOption(200) }),
  run: (deps, given, now, actor) =>
    transaction(deps.db, async (tx) => {
      await lockBank(tx);
      const decision = await decideToFail(tx, { ...given, actor }, now);
      if ('waits' in decision) return decision.waits;
      const { label, reason } = decision;
      const outcome = await failWithdrawal(tx, deps, label, { reason, staffId: actor.id, now });
      if (outcome !== 'done') throw notProcessing(label);
      await auditStaff(tx, now, { actor, action: 'payout.failed', detail: { withdrawal: label } });
      return { lines: [`${label} failed; its amount is the member’s again.`], data: { label, status: 'failed' } };
    }),
});

/** Nobody fails their own payout, or a large one alone, because the bank may still pay it. */
async function decideToFail(
  tx: Tx,
  { label: typed, reason, actor }: { label: string; reason: string; actor: Actor },
  now: Date,
): Promise<{ waits: Outcome } | { label: string; reason: string }> {
  const label = readLabel(typed, 'WD');
  const [withdrawal] = label ? await tx.select().from(walletWithdrawals).where(eq(walletWithdrawals.label, label)) : [];
  if (!withdrawal || !label) throw new CommandFailed(`There is no withdrawal ${typed}.`);
  const { userId, status, amount, fourEyesFrom, currency } = withdrawal;
  if (userId === actor.id) throw new CommandFailed(`${label} is ${actor.name}’s own.`);
  if (status !== 'processing') throw notProcessing(label);
  if (amount < fourEyesFrom) return { label, reason };
  const summary = `Give ${decimal(amount, currency)} ${currency} of ${label} back to member ${userId}`;
  const permission = 'payouts.export';
  const act = { actor, kind: 'payouts fail', permission, subject: label, summary, payload: { label }, reason };
  const decision = await proposeOrConfirm(tx, act, now);
  return 'waits' in decision ? decision : { label, reason: decision.confirmed.reason };
}

const notProcessing = (label: string) => new CommandFailed(`${label} is not processing: nothing was changed.`);
