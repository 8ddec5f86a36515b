import type { ClubCommand } from './command';
import { examples } from './examples';

const program = 'npm run club --';

/** Returns the usage with one line for each command. */
export function listUsage(commands: readonly ClubCommand[]): string {
  const rows = commands.map((command) => [synopsis(command), command.summary] as const);
  return [
    `Usage: ${program} <command> [options] [--json] [--help]`,
    '',
    ...columns(rows),
    '',
    `What a command takes: ${program} <command> --help`,
  ].join('\n');
}

/** Returns the usage of one command with all its arguments. */
export function commandUsage(command: ClubCommand): string {
  const options = Object.entries(command.options).map(
    ([name, { value, summary, required, repeatable }]) =>
      [
        `--${name}${value ? ` ${value}` : ''}${repeatable ? ' …' : ''}`,
        required ? `${summary} (required)` : summary,
      ] as const,
  );
  return [
    `Usage: ${program} ${synopsis(command)} [options]`,
    '',
    `  ${command.summary}.`,
    '',
    ...columns([...options, ['--json', 'print what was done as JSON'], ['--help', 'show this']]),
    ...(command.details ? ['', command.details] : []),
    ...(command.name in examples ? ['', `Example: ${program} ${examples[command.name]}`] : []),
  ].join('\n');
}

const synopsis = ({ name, positionals, takesMany, options }: ClubCommand): string =>
  [
    name,
    ...positionals.map((positional) => positional.toUpperCase()),
    ...(takesMany ? ['…'] : []),
    ...Object.entries(options).flatMap(([option, { value, required }]) => (required ? [`--${option} ${value}`] : [])),
  ].join(' ');

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
