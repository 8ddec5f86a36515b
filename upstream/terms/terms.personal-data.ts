/** The personal data that this module keeps. */
import { eq } from 'drizzle-orm';
import { tablePart } from '../database/export-parts';
import { type PersonalData, withhold } from '../database/personal-data';
import { termAcceptances, terms } from './terms.tables';

const acceptances = tablePart({
  name: 'accepted_terms',
  description: { en: 'The terms that you agreed to.', de: 'Die Bedingungen, denen du zugestimmt hast.' },
  table: termAcceptances,
  join: { table: terms, on: eq(terms.id, termAcceptances.termsId) },
  owner: termAcceptances.userId,
  key: termAcceptances.termsId,
  fields: {
    terms: terms.slug,
    version: terms.version,
    accepted_at: termAcceptances.acceptedAt,
    ip_address: termAcceptances.ipAddress,
  },
});

export const termsData: PersonalData = {
  exports: [acceptances],
  deletes: [],
  keeps: [{ table: termAcceptances, because: 'they show on what terms the club dealt with the member' }],
  withholds: [withhold(termAcceptances, ['termsId'], 'name and version of the terms are exported')],
  anonymise: async (tx, { id }) => {
    await tx.update(termAcceptances).set({ ipAddress: null }).where(eq(termAcceptances.userId, id));
  },
};
