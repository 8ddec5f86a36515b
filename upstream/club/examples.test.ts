import { describe, expect, it } from 'vitest';
import { clubCommands } from '../club';
import { readArguments } from './arguments';
import { examples } from './examples';
import { commandUsage } from './usage';

/** Takes a line apart as a shell does: words, and texts in double quotes. */
const wordsOf = (line: string): string[] => [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, text]) => text ?? word);

/** The command line reads files while it reads the arguments. */
const existing = (word: string) => (/\.(md|xml)$/.test(word) ? 'README.md' : word);

describe('the example of a command', () => {
  it('is there for each, and for nothing else', () => {
    expect(Object.keys(examples)).toEqual(clubCommands.map(({ name }) => name));
  });

  it.each(clubCommands.map((command) => [command.name, command] as const))(
    '%s fits, and its help has it',
    (name, command) => {
      const asked = readArguments(clubCommands, wordsOf(examples[name] ?? '').map(existing));
      if (!('given' in asked)) return expect.fail('it asks for help');
      expect(asked.command.name).toBe(name);
      // What the terminal asks for is not typed.
      const answers = (command.asks ?? []).map((asks) => [asks.name, '123456'] as const);
      expect(() => command.check({ ...asked.given, ...Object.fromEntries(answers) })).not.toThrow();
      expect(commandUsage(command)).toContain(`Example: npm run club -- ${examples[name]}`);
    },
  );
});
