import { z } from 'zod';
import { writeAudit } from '../database/audit';
import type { Tx } from '../database/database';
import type { Deps } from '../deps';

/** A member of staff with proven identity: by password, one-time code and the staff token of `club login`. */
export interface Actor {
  /** Their id as a member, which the audit log records. */
  id: number;
  /** First and last name. */
  name: string;
  permissions: string[];
  /** The staff token that proved the identity. */
  tokenId: number;
}

/** The result of a command. */
export interface Outcome {
  /** One or a few plain lines for the person at the command line. */
  lines: string[];
  /** The same result as data, for `--json`. */
  data: Record<string, unknown>;
  /** Text for the file that the command writes. */
  file?: string;
  /** Stored in the token file and never printed: a new staff token, or null if the stored token has ended. */
  token?: string | null;
}

/**
 * `required`: only proven staff may run the command. It is refused without a staff token, whatever the caller claims.
 * `optional`: for the operator's own work (backup, restore, ledger verify …), which timers run too. The audit log names
 * the actor if there is one.
 */
export type Proof = 'required' | 'optional';

interface ClubOption {
  /** The name of the value in the usage, as in `--icon CLASS`. Without it the option is a flag. */
  value?: string;
  summary: string;
  required?: boolean;
  /** It may be given more than once; its value is a list then. */
  repeatable?: boolean;
}

/** A command as the registry and both ends of the socket know it. Its arguments and results are plain data. */
export interface ClubCommand {
  /** One or two words, as typed: `terms publish`. */
  name: string;
  summary: string;
  /** Arguments after the name, in this order; all are required. */
  positionals: readonly string[];
  /** The last positional takes one or more arguments, as a list. */
  takesMany?: boolean;
  /** The positional that is a path whose file the command line reads. `run` gets the text. */
  file?: string;
  /** The positional or option with the path to which the command line writes the outcome's `file`. */
  writes?: string;
  /** The positional or option that is a path for `run` itself, or a list of paths. `run` gets them as absolute paths. */
  path?: string;
  /** The command line runs this itself, never the server, even where no club exists. The schema is migrated first. */
  alone?: boolean;
  proof: Proof;
  /** The permission that the actor needs in addition to being staff. */
  permission?: string;
  /** Secrets that the terminal asks for without echo, or that standard input supplies, one per line. */
  asks?: readonly { name: string; words: string }[];
  options: Readonly<Record<string, ClubOption>>;
  /** More text for the command's own help, such as the format of a file. */
  details?: string;
  /** @throws WrongUse if positionals and options, by name, do not fit the command */
  check(given: unknown): void;
  /**
   * Does all of it in one transaction, or nothing.
   * @param actor the person who runs the command, proven by the caller; null or absent without proof
   * @throws WrongUse, or CommandFailed with a message for the person at the command line
   */
  run(deps: Deps, given: unknown, now: Date, actor?: Actor | null): Promise<Outcome>;
}

interface Definition<Given extends z.ZodType, Needed extends Proof> extends Omit<ClubCommand, 'check' | 'run'> {
  /** The schema of positionals and options, by name. */
  given: Given;
  proof: Needed;
  run(
    deps: Deps,
    given: z.output<Given>,
    now: Date,
    actor: Needed extends 'required' ? Actor : Actor | null,
  ): Promise<Outcome>;
}

/** The command was used in the wrong way: exit code 2. */
export class WrongUse extends Error {
  override name = 'WrongUse';
}

/** The command was valid but could not be done: exit code 1. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
}

/**
 * Defines a command. Its `run` gets the schema's output for positionals and options, whatever their source, and the
 * actor.
 *
 * With `proof: 'required'` the last argument of `run` is the proven `Actor`. Its `id` goes into the audit log
 * (`auditStaff`) and into every column for the person who decided. No option of a command states who somebody is.
 */
export function defineCommand<Given extends z.ZodType, Needed extends Proof>({
  given,
  run,
  ...about
}: Definition<Given, Needed>): ClubCommand {
  const read = (values: unknown): z.output<Given> => {
    const result = given.safeParse(values);
    if (result.success) return result.data;
    throw new WrongUse(result.error.issues.map((issue) => describeIssue(about, issue)).join('\n'));
  };
  return {
    ...about,
    check: read,
    run: async (deps, values, now, actor = null) => {
      if (about.proof === 'required') requireActor(actor, about.permission);
      return run(deps, read(values), now, actor as Actor);
    },
  };
}

function requireActor(actor: Actor | null, permission: string | undefined): void {
  if (!actor) throw new CommandFailed(signInFirst);
  if (permission && !actor.permissions.includes(permission)) {
    throw new CommandFailed(`${actor.name} has no permission ${permission}.`);
  }
}

const signInFirst = 'Nobody is signed in here, or the sign-in is over: npm run club -- login E-MAIL. It lasts 8 hours.';

function describeIssue({ options }: Pick<ClubCommand, 'options'>, { path, message }: z.core.$ZodIssue): string {
  const name = String(path[0] ?? '');
  if (name === '') return message;
  return `${name in options ? `--${name}` : name.toUpperCase()}: ${message}`;
}

/** Writes an audit row for an action of staff. Without an actor, the operator of the machine acted. */
export const auditStaff = (
  tx: Tx,
  now: Date,
  entry: { actor: Actor | null; action: string; userId?: number | null; detail?: Record<string, unknown> },
): Promise<void> =>
  writeAudit(tx, now, {
    action: entry.action,
    actorId: entry.actor?.id ?? null,
    userId: entry.userId ?? null,
    detail: { ...entry.detail, by: 'command line' },
  });

/** The text of an option: one line or more, not blank. */
export const textOption = (longest: number) =>
  z.string().trim().min(1, 'is empty').max(longest, `has more than ${longest} characters`);
