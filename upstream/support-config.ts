import { existsSync } from 'node:fs';
import { z } from 'zod';
import { type Environment, locateConfig, must, readConfigFile } from './config-file';

const day = must('a day of the week from 1 (Monday) to 7');
const time = must('a time such as "09:00"');
const clock = z.string(time).regex(/^([01]\d|2[0-3]):[0-5]\d$/, time);
const zone = must('the name of a time zone, such as "Europe/Berlin"');
const minutes = must('a whole number of minutes from 15 to 10000');

const schema = z.strictObject(
  {
    /** When the staff answer, in the club's time zone. They do not on the holidays of the banks. */
    office_hours: z
      .strictObject(
        {
          days: z
            .array(z.int(day).min(1, day).max(7, day), must('a list of days'))
            .min(1, must('a list of one day or more')),
          from: clock,
          until: clock,
          time_zone: z.string(zone).refine(isZone, zone),
        },
        must('an object'),
      )
      .refine(({ from, until }) => from < until, { error: 'must be before "until"', path: ['from'] }),
    /** The time for a first answer in working minutes, while too few answers are known. */
    usual_answer_minutes: z.int(minutes).min(15, minutes).max(10_000, minutes),
  },
  must('an object'),
);

export type SupportConfig = z.infer<typeof schema>;
export type OfficeHours = SupportConfig['office_hours'];

const usual: SupportConfig = {
  office_hours: { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00', time_zone: 'Europe/Berlin' },
  usual_answer_minutes: 480,
};

let loaded: SupportConfig | undefined;

/**
 * Reads `config/support.json`. The values hold until the process ends. Without the file the usual hours hold.
 * @throws WrongConfigFile that names the file, and each field with its fault
 */
export function loadSupportConfig(environment: Environment): SupportConfig {
  const isThere = existsSync(locateConfig(environment, 'support.json'));
  loaded = isThere ? readConfigFile(environment, 'support.json', schema) : usual;
  return loaded;
}

/** The office hours and the usual answer time. A module must not copy them while it loads. */
export const supportConfig = (): SupportConfig => loaded ?? loadSupportConfig(process.env);

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
