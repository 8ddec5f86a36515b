import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readArguments } from './arguments';
import { defineCommand, textOption, WrongUse } from './command';

const folder = mkdtempSync(join(tmpdir(), 'almende-club-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const greet = defineCommand({
  name: 'greet',
  summary: 'Greet a member',
  positionals: ['user'],
  proof: 'optional',
  options: {
    words: { value: 'TEXT', summary: 'what to say', required: true },
    tone: { value: 'TONE', summary: 'warm or cool' },
    also: { value: 'USER', summary: 'somebody else', repeatable: true },
  },
  details: 'Nobody else hears it.',
  given: z.strictObject({
    user: z.string(),
    words: textOption(20),
    tone: z.enum(['warm', 'cool']).default('warm'),
    also: z.array(z.string()).default([]),
  }),
  run: async (_, { user, words, tone }) => ({ lines: [`${user}: ${words} (${tone})`], data: { user } }),
});
const rulesPublish = defineCommand({
  name: 'rules publish',
  summary: 'Publish rules',
  positionals: ['file'],
  proof: 'optional',
  file: 'file',
  options: {},
  given: z.strictObject({ file: z.string() }),
  run: async (_, { file }) => ({ lines: [file], data: {} }),
});
const water = defineCommand({
  name: 'water',
  summary: 'Water plants of a room',
  positionals: ['room', 'number'],
  takesMany: true,
  proof: 'optional',
  options: {},
  given: z.strictObject({ room: z.string(), number: z.array(z.string()) }),
  run: async (_, { number }) => ({ lines: number, data: {} }),
});
const read = (...words: string[]) => readArguments([greet, rulesPublish, water], words);

describe('readArguments', () => {
  it('takes positionals and options in any order, and --json anywhere', () => {
    const given = { user: 'anna@example.org', words: 'Good day', tone: 'cool' };
    expect(read('greet', 'anna@example.org', '--words', 'Good day', '--tone=cool', '--json')).toMatchObject({ given });
    expect(read('greet', '--json', '--tone', 'cool', '--words=Good day', 'anna@example.org')).toMatchObject({ given });
  });

  it('takes some options more than once', () => {
    const words = ['greet', 'anna', '--words', 'Hi', '--also', 'ida', '--also=otto'];
    expect(read(...words)).toMatchObject({ given: { also: ['ida', 'otto'] } });
  });

  it('knows commands of two words, and gives the text of a file', () => {
    const path = join(folder, 'rules.md');
    writeFileSync(path, 'Be kind.');
    expect(read('rules', 'publish', path)).toEqual({ command: rulesPublish, given: { file: 'Be kind.' } });
  });

  it('takes one or more of the last positional as a list', () => {
    expect(read('water', 'H2', '1', '--json', '2')).toMatchObject({ given: { room: 'H2', number: ['1', '2'] } });
    expect(read('water', 'H2', '1')).toMatchObject({ given: { room: 'H2', number: ['1'] } });
    expect(() => read('water', 'H2')).toThrow('Missing: NUMBER');
    expect(read('--help')).toMatchObject({ help: expect.stringContaining('  water ROOM NUMBER …') });
  });

  it.each([
    [[], 'Which command?'],
    [['--json'], 'Which command?'],
    [['gret', 'anna'], 'There is no command “gret”.'],
    [['rules'], 'There is no command “rules”.'],
    [['greet'], 'Missing: USER, --words'],
    [['greet', 'anna', 'kessler', '--words', 'Hi'], 'What is “kessler” for?'],
    [['greet', 'anna', '--words', 'Hi', '--loud'], "Unknown option '--loud'"],
    [['greet', 'anna', '--words'], "Option '--words <value>' argument missing"],
    [['greet', 'anna', '--words', '  '], '--words: is empty'],
    [['greet', 'anna', '--words', 'x'.repeat(21)], '--words: has more than 20 characters'],
    [['greet', 'anna', '--words', 'Hi', '--tone', 'rude'], '--tone: Invalid option'],
  ])('refuses %j', (words, reason) => {
    expect(() => read(...words)).toThrow(WrongUse);
    expect(() => read(...words)).toThrow(reason);
    expect(() => read(...words)).toThrow('Usage: npm run club -- ');
  });

  it('says that a file is not there', () => {
    expect(() => read('rules', 'publish', join(folder, 'none.md'))).toThrow('There is no file');
    expect(() => read('rules', 'publish', folder)).toThrow('cannot be read (EISDIR)');
  });

  it('shows every command, or all that one takes', () => {
    expect(read('--help')).toMatchObject({
      help: expect.stringContaining('  greet USER --words TEXT  Greet a member'),
    });
    const { help = '' } = read('greet', '--help') as { help: string };
    for (const part of ['--words TEXT', 'what to say (required)', '--json', 'Nobody else hears it.']) {
      expect(help).toContain(part);
    }
  });
});

describe('a command', () => {
  it('checks what it is given once more where it is carried out', async () => {
    await expect(greet.run({} as never, { user: 'anna', words: ' ' }, new Date())).rejects.toThrow('--words: is empty');
    await expect(greet.run({} as never, { user: 'anna', more: 1 }, new Date())).rejects.toThrow(WrongUse);
    expect((await greet.run({} as never, { user: 'anna', words: ' Hi ' }, new Date())).lines).toEqual([
      'anna: Hi (warm)',
    ]);
  });
});
