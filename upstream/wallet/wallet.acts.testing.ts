/** Performs the operations of `wallet.operations.testing.ts` with the product's own functions. */
import { CommandFailed } from '../club/command';
import type { Deps } from '../deps';
import { HttpProblem, InvalidFields } from '../http/problems';
import { NotAssignable } from './bank/assign';
import { NotAStatement } from './bank/import';
import { bankActs } from './wallet.bank-acts.testing';
import type { Books } from './wallet.books.testing';
import { type Act, clubActs } from './wallet.club-acts.testing';
import type { Kind, Operation, Outcome } from './wallet.operations.testing';

const acts: Record<Kind, Act> = { ...clubActs, ...bankActs };

/** Performs the operation. Throws every error that is not a refusal. */
export async function perform(deps: Deps, books: Books, operation: Operation): Promise<Outcome> {
  try {
    return await acts[operation.kind]({ deps, books, operation });
  } catch (error) {
    if (error instanceof InvalidFields && error.errors.idempotency_key) return 'key taken';
    const refusals = [HttpProblem, CommandFailed, NotAStatement, NotAssignable];
    if (refusals.some((kind) => error instanceof kind)) return 'refused';
    throw error;
  }
}
