import { z } from 'zod';
import { CommandFailed, defineCommand } from '../club/command';
import { type BooksCheck, verifyLedger } from './verify';

/** `ledger verify`, with the checks of the modules that book. It changes nothing. */
export const ledgerVerify = (checks: readonly BooksCheck[]) =>
  defineCommand({
    name: 'ledger verify',
    summary: 'Check every entry, every balance, all orders, withdrawals and bank transfers, and the log',
    positionals: [],
    proof: 'optional',
    options: {},
    given: z.strictObject({}),
    run: async (deps) => {
      const { faults, ...counts } = await verifyLedger(deps, checks);
      if (faults.length > 0) throw new CommandFailed(['The ledger is not right:', ...faults].join('\n'));
      const waiting = counts.entries - counts.leaves;
      const lines = [
        `${counts.entries} entries, ${counts.heads} signed heads: every sum, balance, transaction, status, leaf and signature is right.`,
        ...(waiting > 0 ? [`${waiting} entries wait for their place in the log.`] : []),
      ];
      return { lines, data: { ...counts, faults } };
    },
  });
