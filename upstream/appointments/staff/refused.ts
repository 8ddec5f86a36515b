import { CommandFailed, type Outcome } from '../../club/command';
import { readLabel } from '../../contract/labels';
import type { Tx } from '../../database/database';
import { findFailure } from '../../database/failures';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { NotFound } from '../../http/problems';

/** What each command of appointments asks for: a proven member of the staff with this permission. */
export const forHosts = { proof: 'required', permission: 'appointments.manage' } as const;

/** What the database refuses, by its constraint. */
const faults: Record<string, string> = {
  appointments_places: 'There are more places taken than that.',
  appointments_time: 'It has to end after it starts.',
  appointments_registration: 'Registration has to open before it closes, and closes at the end at the latest.',
  appointments_cancelable: 'Tickets cannot be canceled after the start.',
  appointments_place: 'An appointment on site has a location, and one online has none.',
  appointments_online: 'Only an online appointment has a url.',
};

/** Runs a command in one transaction, and puts what the database refuses into words. */
export const hosting = (deps: Pick<Deps, 'db'>, work: (tx: Tx) => Promise<Outcome>): Promise<Outcome> =>
  transaction(deps.db, work).catch((error: unknown) => {
    if (error instanceof NotFound) throw new CommandFailed('There is no such appointment.');
    const words = faults[findFailure(error)?.constraint ?? ''];
    throw words ? new CommandFailed(`${words} Nothing was changed.`) : error;
  });

/** @throws CommandFailed for text that is no label of an appointment */
export function labelTyped(typed: string): string {
  const label = readLabel(typed, 'AP');
  if (!label) throw new CommandFailed(`${typed} is not the label of an appointment.`);
  return label;
}
