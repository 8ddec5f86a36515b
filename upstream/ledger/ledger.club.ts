import { z } from 'zod';
import { CommandFailed, defineCommand } from '../club/command';
import { verifyLedger } from './verify';

/** `ledger verify`: changes nothing. */
export const ledgerVerify = defineCommand({
  name: 'ledger verify',
  summary: 'Check every booking, every balance and the log',
  positionals: [],
  options: {},
  given: z.strictObject({}),
  run: async (deps) => {
    const { faults, ...counts } = await verifyLedger(deps);
    if (faults.length > 0) throw new CommandFailed(['The ledger is not right:', ...faults].join('\n'));
    const waiting = counts.entries - counts.leaves;
    const lines = [
      `${counts.entries} entries, ${counts.heads} signed heads: every sum, balance, leaf and signature is right.`,
      ...(waiting > 0 ? [`${waiting} entries wait for their place in the log.`] : []),
    ];
    return { lines, data: { ...counts, faults } };
  },
});
