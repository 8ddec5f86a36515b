import { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import { Line } from '../../upstream/contract/shapes';
import { typedDate } from '../platform/form/typed-date';
import { protectedFields } from '../platform/form/verification.server';

const { putAddress } = contract.address;
const { firstname, lastname, country, region, birthdate: _, ...others } = protectedFields(putAddress);

/**
 * The fields have the wire names of `putAddress`, and the order of the form, in which the error summary names them.
 * Rules: docs/product/settings.md#address.
 */
export const addressSchema = z.strictObject({
  firstname: firstname.unwrap(),
  lastname: lastname.unwrap(),
  country,
  /** With its country before it: `DE-BE`. */
  region: Line('DE-'.length + Number(region.unwrap().maxLength)).optional(),
  ...others,
  birthdate: typedDate,
  /** The etag of the address that the form showed. */
  etag: putAddress.request.headers.shape['if-match'],
});

/** After the first completed withdrawal the form has no names and no country. */
export const lockedAddressSchema = addressSchema.partial({ firstname: true, lastname: true, country: true });
