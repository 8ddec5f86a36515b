import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isValidIBAN } from 'ibantools';
import { z } from 'zod';

/** The file is missing or wrong; the message names file, field and fault. */
export class WrongWalletConfig extends Error {
  override name = 'WrongWalletConfig';
}

const must = (rule: string) => ({ error: `must be ${rule}` });

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

type Environment = Readonly<Record<string, string | undefined>>;

let loaded: WalletConfig | undefined;

/** The path of the file, independent of the working directory: in `CONFIG_DIR`, or in the project's folder `config`. */
const locateFile = (environment: Environment): string =>
  join(resolve(getProjectFolder(), environment.CONFIG_DIR || 'config'), 'wallet.json');

/** Searches upwards, because sources and bundles lie at different depths below the folder of the package. */
function getProjectFolder(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  return dirname(start);
}

/**
 * Reads `config/wallet.json`. The values hold until the process ends.
 * @throws WrongWalletConfig that names the file, and each field with its fault
 */
export function loadWalletConfig(environment: Environment): WalletConfig {
  const file = locateFile(environment);
  const content = parseFile(file);
  const result = schema.safeParse(content);
  if (!result.success) {
    throw new WrongWalletConfig(result.error.issues.map((issue) => `${file}: ${faultOf(issue, content)}`).join('\n'));
  }
  loaded = result.data;
  return loaded;
}

function parseFile(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new WrongWalletConfig(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WrongWalletConfig(`${file} is not valid JSON: ${(error as Error).message}`);
  }
}

function faultOf(issue: z.core.$ZodIssue, content: unknown): string {
  const field = issue.path.join('.') || 'the file';
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => [...issue.path, key].join('.'));
    return `${names.join(', ')} is not a known field.`;
  }
  const value = issue.path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    content,
  );
  return value === undefined ? `${field} is missing.` : `${field} ${issue.message}.`;
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
