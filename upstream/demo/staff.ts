/** The simulated staff of a demo club. They use the commands of `npm run club`, with all the rules of these. */
import { eq } from 'drizzle-orm';
import { type Actor, CommandFailed, type Outcome, WrongUse } from '../club/command';
import type { Deps } from '../deps';
import { users } from '../members/members.tables';

export type Colleague = 'greta' | 'holger';

/** Runs a command of the staff, by its name, as somebody for whom the caller vouches. */
export type PerformAs = (
  deps: Deps,
  asked: { command: string; given: Record<string, unknown> },
  now: Date,
  actor: Actor,
) => Promise<Outcome>;

/** @throws CommandFailed where the rules refuse it */
export type Staff = (who: Colleague, command: string, given?: Record<string, unknown>) => Promise<Outcome>;

export const createStaff =
  (deps: Deps, performAs: PerformAs, now: Date): Staff =>
  async (who, command, given = {}) => {
    try {
      return await performAs(deps, { command, given }, now, await getActor(deps, who));
    } catch (error) {
      // A club of other settings: it has not the contact, for example.
      throw error instanceof WrongUse ? new CommandFailed(error.message) : error;
    }
  };

/** @throws CommandFailed */
async function getActor({ db }: Deps, who: Colleague): Promise<Actor> {
  const [found] = await db
    .select()
    .from(users)
    .where(eq(users.email, `${who}@example.org`));
  if (!found) throw new CommandFailed(`${who} is not in this club.`);
  const { id, firstname, lastname, permissions } = found;
  // No staff token proves them. Commands about tokens are none of the demo's.
  return { id, name: `${firstname} ${lastname}`, permissions, tokenId: 0 };
}
