import { z } from 'zod';
import { writeAudit } from '../database/audit';
import type { Tx } from '../database/database';
import type { Deps } from '../deps';

/** What a command did. */
export interface Outcome {
  /** One or a few plain lines for the person who asked. */
  lines: string[];
  /** The same as data, for `--json`. */
  data: Record<string, unknown>;
  /** Text for the file that the command writes. */
  file?: string;
}

interface ClubOption {
  /** How the value is named in the usage, as in `--icon CLASS`; without it the option is given or not. */
  value?: string;
  summary: string;
  required?: boolean;
}

/** A command as the registry and both ends of the socket know it: what it takes and gives is data. */
export interface ClubCommand {
  /** One word or two, as they are typed: `terms publish`. */
  name: string;
  summary: string;
  /** What stands behind the name, in this order; none can be left out. */
  positionals: readonly string[];
  /** The positional that is a path: the command line reads the file, and `run` is given its text. */
  file?: string;
  /** The positional that is a path where the command line puts what `run` answers as `file`. */
  writes?: string;
  /** The positional that is a path for `run` itself, which is given it as an absolute one. */
  path?: string;
  /**
   * The command line does it by itself and alone, also where there is no club yet; the schema is brought to its newest
   * state before.
   */
  alone?: boolean;
  options: Readonly<Record<string, ClubOption>>;
  /** More for the command's own help, such as the format of a file. */
  details?: string;
  /** @throws WrongUse when positionals and options, by their names, are not what the command takes */
  check(given: unknown): void;
  /**
   * Does all of it in one transaction, or nothing.
   * @throws WrongUse, or CommandFailed with words for the person who asked
   */
  run(deps: Deps, given: unknown, now: Date): Promise<Outcome>;
}

interface Definition<Given extends z.ZodType> extends Omit<ClubCommand, 'check' | 'run'> {
  /** Positionals and options by their names. */
  given: Given;
  run(deps: Deps, given: z.output<Given>, now: Date): Promise<Outcome>;
}

/** It was asked for in the wrong way: exit code 2. */
export class WrongUse extends Error {
  override name = 'WrongUse';
}

/** It was understood and could not be done: exit code 1. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
}

/** A command whose `run` is given what the schema made of positionals and options, wherever they came from. */
export function defineCommand<Given extends z.ZodType>({ given, run, ...about }: Definition<Given>): ClubCommand {
  const read = (values: unknown): z.output<Given> => {
    const result = given.safeParse(values);
    if (result.success) return result.data;
    throw new WrongUse(result.error.issues.map((issue) => describeIssue(about, issue)).join('\n'));
  };
  return { ...about, check: read, run: async (deps, values, now) => run(deps, read(values), now) };
}

function describeIssue({ options }: Pick<ClubCommand, 'options'>, { path, message }: z.core.$ZodIssue): string {
  const name = String(path[0] ?? '');
  if (name === '') return message;
  return `${name in options ? `--${name}` : name.toUpperCase()}: ${message}`;
}

/** An entry of the audit log for what staff did here; who may use the command line is the operating system's matter. */
export const auditStaff = (
  tx: Tx,
  now: Date,
  entry: { action: string; userId?: number | null; detail?: Record<string, unknown> },
): Promise<void> =>
  writeAudit(tx, now, {
    action: entry.action,
    actorId: null,
    userId: entry.userId ?? null,
    detail: { ...entry.detail, by: 'command line' },
  });

/** An option's text: a line or more, not blank. */
export const textOption = (longest: number) =>
  z.string().trim().min(1, 'is empty').max(longest, `has more than ${longest} characters`);
