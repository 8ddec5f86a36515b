import { z } from 'zod';
import { Day } from '../../../upstream/contract/shapes';

/** Accepts `1990-12-31`, which a date input sends, and `31.12.1990` or `31/12/1990`, which people type without one. */
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
