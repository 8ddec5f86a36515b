import type { Tx } from '../database/database';
import { clientOf } from '../database/transaction';

/** Deletes all mail to the address that is still to be sent, was given up, or is kept in the archive. */
export async function deleteJobsTo(tx: Tx, email: string): Promise<void> {
  for (const table of ['pgboss.job', 'pgboss.archive']) {
    await clientOf(tx).query(
      `delete from ${table} where name in ('mail', 'confirmation', 'mailed-link') and $1 in (data->>'to', data->>'email')`,
      [email],
    );
  }
}
