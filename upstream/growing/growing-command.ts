import { CommandFailed, type Outcome } from '../club/command';
import type { Tx } from '../database/database';
import { findFailure } from '../database/failures';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { GrowingRefused } from './refused';

/** What each command of growing asks for: a proven member of the staff with this permission. */
export const forGrowers = { proof: 'required', permission: 'growing.manage' } as const;

/** What the database refuses when somebody else was faster. */
const meanwhile: Record<string, string> = {
  growing_rooms_pkey: 'There is a room with this code already. Choose another code.',
  growing_stages_in_order: 'The room has a newer stage by now. See room list, then try again.',
  growing_stages_pkey: 'The room has this stage already. See room list.',
};

/** Runs a command in one transaction, and puts what growing refuses into words. */
export const growing = (deps: Deps, work: (tx: Tx) => Promise<Outcome>): Promise<Outcome> =>
  transaction(deps.db, work).catch((error: unknown) => {
    if (error instanceof GrowingRefused) throw new CommandFailed(error.message);
    const words = meanwhile[findFailure(error)?.constraint ?? ''];
    throw words ? new CommandFailed(words) : error;
  });
