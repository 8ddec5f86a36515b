import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WrongConfigFile } from './config-file';
import { loadWalletConfig, walletConfig } from './wallet-config';

type Content = Record<string, Record<string, unknown>>;

const original = readFileSync(new URL('../config/wallet.json', import.meta.url), 'utf8');
let CONFIG_DIR: string;
beforeAll(() => {
  CONFIG_DIR = mkdtempSync(join(tmpdir(), 'config-'));
});
afterAll(() => {
  rmSync(CONFIG_DIR, { recursive: true, force: true });
  loadWalletConfig(process.env);
});

function load(change: (content: Content) => void) {
  const content = JSON.parse(original) as Content;
  change(content);
  writeFileSync(join(CONFIG_DIR, 'wallet.json'), JSON.stringify(content));
  return loadWalletConfig({ CONFIG_DIR });
}

const set = (part: string, field: string, value: unknown) => (content: Content) => {
  content[part] = { ...content[part], [field]: value };
};

describe('config/wallet.json', () => {
  it('holds as it was when it was read last', () => {
    load(set('deposit', 'min', '75.00'));
    expect(walletConfig.deposit.min).toBe(7500n);
    load(set('deposit', 'min', '60.00'));
    expect(walletConfig.deposit.min).toBe(6000n);
  });

  it.each([
    [set('bank', 'iban', undefined), 'bank.iban is missing.'],
    [set('bank', 'iban', 'DE02120300000000202052'), 'bank.iban must be a valid IBAN without spaces.'],
    [set('bank', 'iban', 'DE02 1203 0000 0000 2020 51'), 'bank.iban must be a valid IBAN without spaces.'],
    [set('bank', 'bic', 'BYLA'), 'bank.bic must be a BIC of 8 or 11 characters.'],
    [set('bank', 'account_holder', ' '), 'bank.account_holder must be text of 1 to 70 characters.'],
    [set('deposit', 'min', '50,00'), 'deposit.min must be an amount in euro with two decimals, such as "20.00".'],
    [set('deposit', 'min', 50), 'deposit.min must be an amount in euro with two decimals, such as "20.00".'],
    [set('deposit', 'min', '60000.00'), 'deposit.min must not be more than "max".'],
    [set('deposit', 'minimum', '5.00'), 'deposit.minimum is not a known field.'],
    [set('withdrawal', 'fee', '20.00'), 'withdrawal.fee must be less than "min".'],
    [set('withdrawal', 'max_open', 0), 'withdrawal.max_open must be a whole number from 1 to 1000.'],
    [
      set('withdraw_account', 'cool_down_hours', '24'),
      'withdraw_account.cool_down_hours must be a whole number from 1 to 1000.',
    ],
    [(content: Content) => void delete content.bank, 'bank is missing.'],
  ])('%# is refused by file, field and fault', (change, fault) => {
    const before = walletConfig.bank.iban;
    expect(() => load(change)).toThrow(WrongConfigFile);
    expect(() => load(change)).toThrow(`${join(CONFIG_DIR, 'wallet.json')}: ${fault}`);
    expect(walletConfig.bank.iban).toBe(before);
  });

  it('is refused with all of its faults at once', () => {
    const change = (content: Content) => {
      set('bank', 'iban', undefined)(content);
      set('deposit', 'max', 'x')(content);
    };
    expect(() => load(change)).toThrow(/bank\.iban is missing\.\n.*deposit\.max must be/);
  });

  it.each([
    ['', 'is not valid JSON'],
    ['[]', 'the file must be an object.'],
  ])('with %j in it is refused', (content, fault) => {
    writeFileSync(join(CONFIG_DIR, 'wallet.json'), content);
    expect(() => loadWalletConfig({ CONFIG_DIR })).toThrow(fault);
  });

  it('that is absent is named with its path, which counts from the project', () => {
    expect(() => loadWalletConfig({ CONFIG_DIR: 'config/none' })).toThrow(
      /^\/.*\/config\/none\/wallet\.json cannot be read \(ENOENT\)$/,
    );
  });
});
