import { tablePart } from '../database/export-parts';
import type { PersonalData } from '../database/personal-data';
import { addresses } from './account.tables';

/** The personal data that this module keeps of a member. */
export const accountData: PersonalData = {
  exports: [
    tablePart({
      name: 'address',
      description: { en: 'Your address and telephone number.', de: 'Deine Adresse und Telefonnummer.' },
      table: addresses,
      owner: addresses.userId,
      key: addresses.userId,
      fields: {
        company: addresses.company,
        street: addresses.street,
        street_number: addresses.streetNumber,
        address_line2: addresses.addressLine2,
        postcode: addresses.postcode,
        city: addresses.city,
        region: addresses.region,
        phone: addresses.phone,
        updated_at: addresses.updatedAt,
      },
    }),
  ],
  deletes: [addresses],
};
