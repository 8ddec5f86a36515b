import { existsSync } from 'node:fs';
import { z } from 'zod';
import { type Environment, locateConfig, must, readConfigFile } from './config-file';

const percent = must('a percentage from 0.01 to 50.00 such as "5.00"');
const days = must('a whole number of days from 1 to 365');

const schema = z.strictObject(
  {
    /** Per cent of the price for the levels 1, 2 and 3, read as hundredths of a per cent. */
    rates: z
      .array(
        z
          .string(percent)
          .regex(/^\d{1,2}\.\d{2}$/, percent)
          .transform((text) => Number(text.replace('.', '')))
          .refine((rate) => rate >= 1 && rate <= 5000, percent),
        must('a list of percentages'),
      )
      .min(1, must('a list of 1 to 3 percentages'))
      .max(3, must('a list of 1 to 3 percentages')),
    /** How long a commission waits before it is paid. */
    pending_days: z.int(days).min(1, days).max(365, days),
  },
  must('an object'),
);

export type AffiliateConfig = z.infer<typeof schema>;

const usual: AffiliateConfig = { rates: [500, 200, 100], pending_days: 14 };

let loaded: AffiliateConfig | undefined;

/**
 * Reads `config/affiliate.json`. The values hold until the process ends. Without the file the usual rates hold.
 * @throws WrongConfigFile that names the file, and each field with its fault
 */
export function loadAffiliateConfig(environment: Environment): AffiliateConfig {
  const isThere = existsSync(locateConfig(environment, 'affiliate.json'));
  loaded = isThere ? readConfigFile(environment, 'affiliate.json', schema) : usual;
  return loaded;
}

/** The rates and the wait. A module must not copy them while it loads. */
export const affiliateConfig = (): AffiliateConfig => loaded ?? loadAffiliateConfig(process.env);
