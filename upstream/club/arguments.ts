import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type ClubCommand, CommandFailed, WrongUse } from './command';
import { commandUsage, listUsage } from './usage';

/** The parsed arguments of `npm run club --`. */
export type CommandLine = { help: string } | { command: ClubCommand; given: Record<string, unknown> };

/**
 * Finds the command and checks its arguments. Reads the file if the command takes one.
 * @throws WrongUse with the fault and the usage, or CommandFailed if the file cannot be read
 */
export function readArguments(commands: readonly ClubCommand[], words: readonly string[]): CommandLine {
  const command = commands.find(({ name }) => name.split(' ').every((word, at) => words[at] === word));
  if (!command) {
    if (words.includes('--help') || words.includes('-h')) return { help: listUsage(commands) };
    const [first] = words;
    const wrong = first === undefined || first.startsWith('-') ? 'Which command?' : `There is no command “${first}”.`;
    throw new WrongUse(`${wrong}\n\n${listUsage(commands)}`);
  }
  try {
    const { values, positionals } = split(command, words.slice(command.name.split(' ').length));
    if (values.help) return { help: commandUsage(command) };
    return { command, given: checked(command, values, positionals) };
  } catch (error) {
    if (error instanceof WrongUse) throw new WrongUse(`${error.message}\n\n${commandUsage(command)}`);
    throw error;
  }
}

/** Whether `--json` is given anywhere. It is read first, because it also decides the form of errors. */
export const wantsJson = (words: readonly string[]): boolean => words.includes('--json');

function split({ options }: ClubCommand, words: string[]) {
  const own = Object.fromEntries(
    Object.entries(options).map(([name, { value, repeatable = false }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const), multiple: repeatable },
    ]),
  );
  try {
    return parseArgs({
      args: words,
      options: { ...own, help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new WrongUse(error instanceof Error ? error.message : String(error));
  }
}

function checked(
  command: ClubCommand,
  values: Record<string, unknown>,
  positionals: string[],
): Record<string, unknown> {
  const { json: _, ...options } = values;
  const missing = [
    ...command.positionals.slice(positionals.length).map((name) => name.toUpperCase()),
    ...Object.entries(command.options).flatMap(([name, { required }]) =>
      required && options[name] === undefined ? [`--${name}`] : [],
    ),
  ];
  if (missing.length > 0) throw new WrongUse(`Missing: ${missing.join(', ')}`);
  const [surplus] = positionals.slice(command.positionals.length);
  if (surplus !== undefined && !command.takesMany)
    throw new WrongUse(`What is “${surplus}” for? A text of several words needs quotes.`);
  const named = Object.fromEntries(command.positionals.map((name, at) => [name, positionals[at]]));
  const given: Record<string, unknown> = { ...options, ...named };
  const last = command.positionals.at(-1);
  if (command.takesMany && last) given[last] = positionals.slice(command.positionals.length - 1);
  if (command.path) given[command.path] = absolute(given[command.path]);
  if (command.file) given[command.file] = readText(String(given[command.file]));
  // Answers to prompts are still missing; the check then runs on both together.
  if (!command.asks) command.check(given);
  return given;
}

/** The path or paths of an argument; an option may be absent. */
function absolute(given: unknown): unknown {
  if (given === undefined) return undefined;
  return Array.isArray(given) ? given.map((path) => resolve(String(path))) : resolve(String(given));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
    throw new CommandFailed(code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${code}).`);
  }
}
