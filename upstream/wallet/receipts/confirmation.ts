/**
 * Mails about bookings carry the proof that the booking is in the log (docs/product/wallet.md#receipts-and-statements).
 */

import type { ProofFile } from '../../contract/receipts';
import type { Tx } from '../../database/database';
import { describeFailure } from '../../database/failures';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import type { Job } from '../../jobs/jobs';
import { layOut } from '../../mail/layout';
import type { Language, MailTemplate } from '../../mail/mail';
import { findTransaction, proveTransaction, textOf } from './proof-file';
import { proofNotes } from './receipts.mails';

/** How long a mail waits for its proof while the log takes no entries. */
const patienceMs = 60_000;

/**
 * Sends a mail about a transaction after the commit, with its proof. The proof is at the end of the mail and in the
 * file `receipt.json`, so that the mail leaves a moment later than one by `sendMail`. If the log is stuck, the mail
 * leaves after about a minute and says so.
 */
export async function confirmByMail<D>(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'config'>,
  mail: { transactionLabel: string; to: string; language: Language; template: MailTemplate<D>; data: D },
): Promise<void> {
  const { transactionLabel, to, language, template, data } = mail;
  const content = template(language, { ...data, productName: deps.config.productName });
  const since = new Date().toISOString();
  await deps.jobs.enqueue(tx, 'confirmation', { transactionLabel, to, language, content, since });
}

/** Returns the worker of the queue `confirmation`. An error that it throws means a retry in seconds. */
export function createConfirmations(deps: Deps): (job: Job<'confirmation'>) => Promise<void> {
  return async ({ id, data: { transactionLabel, to, language, content, since } }) => {
    const now = new Date();
    const proof = await findProof(deps, transactionLabel, now);
    if (!proof && now.getTime() - Date.parse(since) < patienceMs) throw new LogIsStuck();
    const { publicUrl } = deps.config;
    const notes = [...(content.notes ?? []), ...proofNotes[language](proof, publicUrl, transactionLabel)];
    const laidOut = layOut({ ...content, notes }, language, deps.config);
    const attachments = proof && [{ name: 'receipt.json', mimeType: 'application/json', text: textOf(proof) }];
    await transaction(deps.db, (tx) =>
      deps.jobs.enqueue(tx, 'mail', { to, language, ...laidOut, ...(attachments && { attachments }) }, id),
    );
  };
}

class LogIsStuck extends Error {
  readonly code = 'LOG_IS_STUCK';
}

async function findProof(deps: Deps, label: string, now: Date): Promise<ProofFile | null> {
  const row = await findTransaction(deps, label);
  if (!row) throw new Error('There is no such transaction');
  try {
    return await proveTransaction(deps, row, now);
  } catch (error) {
    deps.log.error(describeFailure(error), 'a booking could not be proven');
    return null;
  }
}
