import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { intoFile } from './output-file';

const random = vi.hoisted(() => ({ uuid: null as string | null }));
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return { ...crypto, randomUUID: () => random.uuid ?? crypto.randomUUID() };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'output-file-'));
  random.uuid = null;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file, and returns the unfinished files in the folder while the command ran. */
async function writeTo(name: string): Promise<string[]> {
  let meanwhile: string[] = [];
  await intoFile(join(folder, name), async () => {
    meanwhile = readdirSync(folder).filter((other) => other.endsWith('.unfinished'));
    expect(meanwhile.map((other) => statSync(join(folder, other)).mode & 0o777)).toEqual([0o600]);
    return { lines: [], data: {}, file: 'all of it' };
  });
  expect(readFileSync(join(folder, name), 'utf8')).toBe('all of it');
  return meanwhile;
}

it('is made under a name that nobody can guess, for the same user alone', async () => {
  const names = [await writeTo('payouts.xml'), await writeTo('more.xml')].flat();
  expect(names).toEqual([
    expect.stringMatching(/^\.payouts\.xml\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.unfinished$/),
    expect.stringMatching(/^\.more\.xml\.[0-9a-f-]{36}\.unfinished$/),
  ]);
  expect(new Set(names.map((name) => name.split('.').at(-2))).size).toBe(2);
  expect(readdirSync(folder).sort()).toEqual(['more.xml', 'payouts.xml']);
});

it('follows no link that lies at its name already, and nothing is done then', async () => {
  random.uuid = 'guessed';
  const victim = join(folder, 'victim');
  writeFileSync(victim, 'as it was');
  symlinkSync(victim, join(folder, '.payouts.xml.guessed.unfinished'));
  const work = vi.fn();
  await expect(intoFile(join(folder, 'payouts.xml'), work)).rejects.toThrow('cannot be written (EEXIST)');
  expect(work).not.toHaveBeenCalled();
  expect(readFileSync(victim, 'utf8')).toBe('as it was');
});
