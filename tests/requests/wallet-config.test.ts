import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, startClub } from '../support/club';
import type { Member } from '../support/members';
import { openOrders } from '../support/orders';
import { root } from '../support/server-process';
import { readableText, Visitor } from '../support/visitor';

const original = JSON.parse(readFileSync(join(root, 'config/wallet.json'), 'utf8'));
const edited = {
  ...original,
  bank: { ...original.bank, iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', bank_name: 'Bank of the edited file' },
  deposit: { ...original.deposit, min: '75.00', max_open_orders: 3 },
};

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'wallet-config-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function write(folder: string, content: string): string {
  mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, folder, 'wallet.json'), content);
  return join(home, folder);
}

describe('an edited file', () => {
  let club: Club;
  let member: Member;
  beforeAll(async () => {
    club = await startClub({ CONFIG_DIR: write('edited', JSON.stringify(original)) });
    member = await club.member();
    await openOrders(club, member);
  }, 240_000);
  afterAll(() => club.stop());

  /** Returns the texts of the deposit page, and the bank details of the member's newest open order. */
  async function read() {
    const visitor = new Visitor(club.url);
    await visitor.signIn(member);
    const deposit = readableText(await visitor.get('/financial/action/make-deposit'));
    const { body } = await visitor.get('/financial/orders');
    const [, label] = /financial\/order\/(OR-\w{9})/.exec(body) ?? [];
    const bank = readableText(await visitor.get(`/financial/order/${label}/bank-details`));
    return { deposit, bank: bank.replace(/\s/g, '') };
  }

  it('holds in pages and texts from the next start on, without a build', async () => {
    const before = await read();
    expect(before.bank).toContain(original.bank.iban);
    expect(before.deposit).toContain('You have 5 open orders.');
    write('edited', JSON.stringify(edited));
    expect((await read()).bank).toContain(original.bank.iban);
    await club.restart();
    const after = await read();
    expect(after.bank).toContain(edited.bank.iban);
    expect(after.bank).toContain('Bankoftheeditedfile');
    expect(after.bank).not.toContain(original.bank.iban);
    expect(after.deposit).toContain('You have 3 open orders.');
  });

  it('holds for the staff command line, too', async () => {
    write('edited', '{');
    const { code, stderr } = await club.staff('ledger', 'verify');
    expect([code, stderr]).toEqual([1, expect.stringContaining('wallet.json is not valid JSON')]);
  });
});

/** Runs a file of the build in another folder than the project's. */
function run(file: string, words: string[], env: Record<string, string>) {
  const { PATH, HOME } = process.env;
  const environment = { PATH, HOME, NODE_ENV: 'production' as const, PORT: '0', DATA_DIR: join(home, 'data'), ...env };
  return new Promise<{ code: number | null; stderr: string }>((resolve) => {
    const options = { cwd: '/', env: environment, timeout: 120_000 };
    const child = execFile(process.execPath, [join(root, 'build', file), ...words], options, (_, __, stderr) =>
      resolve({ code: child.exitCode, stderr }),
    );
  });
}

describe('a wrong file', () => {
  it.each([
    ['server.js', []],
    ['club.js', ['ledger', 'verify']],
  ])('stops %s, which names file, field and fault, wherever it was started', async (file, words) => {
    const wrong = {
      ...original,
      deposit: { ...original.deposit, min: 50 },
      bank: { ...original.bank, iban: undefined },
    };
    const folder = write('wrong', JSON.stringify(wrong));
    const { code, stderr } = await run(file, words, { CONFIG_DIR: folder });
    expect(code).toBe(1);
    expect(stderr).toContain(`${folder}/wallet.json: bank.iban is missing.`);
    expect(stderr).toContain(
      `${folder}/wallet.json: deposit.min must be an amount in euro with two decimals, such as "20.00".`,
    );
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it('is not looked for in the folder of the start', async () => {
    const { stderr } = await run('club.js', ['ledger', 'verify'], {});
    expect(stderr).toContain('There is no club in');
    const { stderr: relative } = await run('club.js', ['ledger', 'verify'], { CONFIG_DIR: 'nowhere' });
    expect(relative).toContain(`${join(root, 'nowhere/wallet.json')} cannot be read (ENOENT)`);
  });
});

it('no file of the build holds a value of it', () => {
  const build = join(root, 'build');
  const files = readdirSync(build, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(m?js|map|html)$/.test(name),
  );
  expect(files.length).toBeGreaterThan(20);
  const holding = files.filter((name) => readFileSync(join(build, name), 'utf8').includes(original.bank.bank_name));
  expect(holding).toEqual([]);
});
