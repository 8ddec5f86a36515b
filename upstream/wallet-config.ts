import { isValidIBAN } from 'ibantools';
import { z } from 'zod';
import { type Environment, must, readConfigFile } from './config-file';

const amount = must('an amount in euro with two decimals, such as "20.00"');
/** An amount in euro such as `20.00`, as minor units. */
const euros = z
  .string(amount)
  .regex(/^\d{1,9}\.\d{2}$/, amount)
  .transform((text) => BigInt(text.replace('.', '')));
const number = must('a whole number from 1 to 1000');
const count = z.int(number).min(1, number).max(1000, number);
const line = must('text of 1 to 70 characters');
const name = z.string(line).trim().min(1, line).max(70, line);
const account = must('a valid IBAN without spaces');
const bic = must('a BIC of 8 or 11 characters');
const part = <T extends z.ZodRawShape>(shape: T) => z.strictObject(shape, must('an object'));

const smallest = { error: 'must not be more than "max"', path: ['min'] };
const schema = part({
  bank: part({
    account_holder: name,
    iban: z.string(account).refine(isValidIBAN, account),
    bic: z.string(bic).regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, bic),
    bank_name: name,
  }),
  deposit: part({ min: euros, max: euros, expires_after_days: count, max_open_orders: count }).refine(
    ({ min, max }) => min <= max,
    smallest,
  ),
  withdrawal: part({
    min: euros,
    max: euros,
    max_in_30_days: euros,
    fee: euros,
    max_open: count,
    pause_after_change_hours: count,
    draft_minutes: count,
    /** From this amount, approval and export need two different members of staff. */
    four_eyes_from: euros,
  })
    .refine(({ min, max }) => min <= max, smallest)
    .refine(({ fee, min }) => fee < min, { error: 'must be less than "min"', path: ['fee'] }),
  withdraw_account: part({ max: count, cool_down_hours: count }),
});

type WalletConfig = z.infer<typeof schema>;

let loaded: WalletConfig | undefined;

/**
 * Reads `config/wallet.json`. The values hold until the process ends.
 * @throws WrongConfigFile that names the file, and each field with its fault
 */
export function loadWalletConfig(environment: Environment): WalletConfig {
  loaded = readConfigFile(environment, 'wallet.json', schema);
  return loaded;
}

const current = (): WalletConfig => loaded ?? loadWalletConfig(process.env);

/**
 * Limits and the club's bank account, from `config/wallet.json`. The file is read when the server starts and is not part
 * of a build. A module must not copy a value while it loads, because the start has not checked the file yet.
 */
export const walletConfig: WalletConfig = {
  get bank() {
    return current().bank;
  },
  get deposit() {
    return current().deposit;
  },
  get withdrawal() {
    return current().withdrawal;
  },
  get withdraw_account() {
    return current().withdraw_account;
  },
};
