/** What the staff do with payouts. */
import { z } from 'zod';
import { auditStaff, CommandFailed, defineCommand, textOption } from '../../club/command';
import { readLabel } from '../../contract/labels';
import { transaction } from '../../database/transaction';
import { getMember } from '../../identity/identity.club';
import { decimal } from '../../ledger/ledger';
import { failWithdrawal } from '../withdrawals/settlement';
import { lockBank } from './bank-lock';
import { exportPayouts, findPayoutFile } from './payouts';

/** `payouts export FILE --staff`: the file is stored with the withdrawals that it takes to `processing`. */
export const payoutsExport = defineCommand({
  name: 'payouts export',
  summary: 'Write approved withdrawals into a file for the bank',
  positionals: ['file'],
  writes: 'file',
  options: { staff: { value: 'STAFF', summary: 'who exports: number or e-mail address', required: true } },
  details: [
    'FILE becomes an ISO 20022 pain.001.001.09 with one SEPA transfer for each withdrawal; it must not be there yet.',
    'They are processing from then on, and in no further file. STAFF needs the permission payouts.export, exports',
    'no withdrawal of their own, and none of a large amount that they approved themselves: those stay for a',
    'colleague, and are named.',
  ].join('\n'),
  given: z.strictObject({ file: z.string(), staff: z.string() }),
  run: (deps, { staff }, now) =>
    transaction(deps.db, async (tx) => {
      const actor = await getMember(tx, staff);
      if (!actor.permissions.includes('payouts.export'))
        throw new CommandFailed(`${actor.firstname} ${actor.lastname} has no permission payouts.export.`);
      const exported = await exportPayouts(tx, actor.id, now);
      const { file, left } = exported;
      const waiting = left.map((label) => `${label} needs another member of the staff to export it.`);
      if (!file) throw new CommandFailed(['There is nothing to export.', ...waiting].join('\n'));
      const labels = exported.payouts.map(({ label }) => label);
      await auditStaff(tx, now, { action: 'payouts.exported', detail: { staff: actor.id, file: file.id, labels } });
      const total = decimal(file.total, 'EUR');
      return {
        lines: [`Exported ${labels.length} payouts of ${total} EUR as ${file.id}.`, ...waiting],
        data: { id: file.id, transfers: labels.length, total, labels, left },
        file: file.xml,
      };
    }),
});

/** `payouts show ID`: the file as it was exported. */
export const payoutsShow = defineCommand({
  name: 'payouts show',
  summary: 'Print a file for the bank as it was exported',
  positionals: ['id'],
  options: {},
  details: 'A bank takes a file once: the same message id again is refused, which is what you want.',
  given: z.strictObject({ id: z.string() }),
  run: (deps, { id }, now) =>
    transaction(deps.db, async (tx) => {
      const file = await findPayoutFile(tx, id);
      if (!file) throw new CommandFailed(`There is no file ${id}.`);
      await auditStaff(tx, now, { action: 'payouts.shown', detail: { file: id } });
      const { transfers, total, xml, createdAt, createdBy } = file;
      const about = {
        id,
        transfers,
        total: decimal(total, 'EUR'),
        created_at: createdAt.toISOString(),
        staff: createdBy,
      };
      return { lines: [xml.trimEnd()], data: { ...about, xml } };
    }),
});

/** `payouts fail LABEL --reason`: the bank refused a payout, and no statement says so. */
export const payoutsFail = defineCommand({
  name: 'payouts fail',
  summary: 'Give the money of a payout that the bank refused back to the member',
  positionals: ['label'],
  options: { reason: { value: 'TEXT', summary: 'why; the member reads it', required: true } },
  details: 'Only after the bank has said so (pain.002, or by word): what it pays out later all the same is lost.',
  given: z.strictObject({ label: z.string(), reason: textOption(200) }),
  run: (deps, given, now) =>
    transaction(deps.db, async (tx) => {
      await lockBank(tx);
      const label = readLabel(given.label, 'WD');
      const outcome = label === null ? 'unknown' : await failWithdrawal(tx, deps, label, { reason: given.reason, now });
      if (label === null || outcome === 'unknown') throw new CommandFailed(`There is no withdrawal ${given.label}.`);
      if (outcome !== 'done') throw new CommandFailed(`${label} is not processing: nothing was changed.`);
      await auditStaff(tx, now, { action: 'payout.failed', detail: { withdrawal: label } });
      return { lines: [`${label} failed; its amount is the member’s again.`], data: { label, status: 'failed' } };
    }),
});
