import { z } from 'zod';
import file from '../../config/wallet.json' with { type: 'json' };

/** An amount in euro as `20.00`, in minor units here. */
const euros = z
  .string()
  .regex(/^\d{1,9}\.\d{2}$/)
  .transform((text) => BigInt(text.replace('.', '')));
const count = z.int().min(1).max(1000);

/** Limits and the club's bank account: `config/wallet.json`, the one file of both; pages show what stands there. */
export const walletConfig = z
  .strictObject({
    bank: z.strictObject({
      account_holder: z.string().min(1).max(70),
      iban: z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/),
      bic: z.string().regex(/^[A-Z0-9]{8}([A-Z0-9]{3})?$/),
      bank_name: z.string().min(1).max(70),
    }),
    deposit: z.strictObject({ min: euros, max: euros, expires_after_days: count, max_open_orders: count }),
    withdrawal: z.strictObject({
      min: euros,
      max: euros,
      max_in_30_days: euros,
      fee: euros,
      max_open: count,
      pause_after_change_hours: count,
      draft_minutes: count,
      /** From this amount on approval and export need two different members of the staff. */
      four_eyes_from: euros,
    }),
    withdraw_account: z.strictObject({ max: count, cool_down_hours: count }),
  })
  .parse(file);
