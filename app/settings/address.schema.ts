import { z } from 'zod';
import { typedDate } from '../platform/typed-date';

const line = (max: number) => z.string().trim().min(1).max(max);

/** Wire names of `putAddress`; rules: product/settings.md. A region is sent with its country before it: `DE-BE`. */
export const addressSchema = z.strictObject({
  firstname: line(80),
  lastname: line(80),
  company: line(120).optional(),
  street: line(120),
  street_number: line(20),
  address_line2: line(120).optional(),
  postcode: line(20).optional(),
  city: line(100),
  country: line(2),
  region: line(63).optional(),
  phone: line(30).optional(),
  birthdate: typedDate,
  /** Of the address that was shown. */
  etag: z.string().max(1000).optional(),
});

/** After the first withdrawal names and country are no part of the form. */
export const lockedAddressSchema = addressSchema.partial({ firstname: true, lastname: true, country: true });
