import { z } from 'zod';
import { Day } from '../../upstream/contract/shapes';

/** Browsers with a date input send `1990-12-31`; where there is none, people write `31.12.1990` or `31/12/1990`. */
export const typedDate = z
  .string()
  .trim()
  .transform((typed) =>
    typed.replace(
      /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/,
      (_, d, m, y) => `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`,
    ),
  )
  .pipe(Day);
