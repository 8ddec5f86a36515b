/** The next version of the privacy notice, for tests. Two of its sections differ, in both languages. */

import { privacy } from './terms.seed';
import type { Publication } from './versions';

export const nextPrivacy = (now: Date): Publication => ({
  slug: privacy.slug,
  name: privacy.name,
  text: {
    en: privacy.text.en
      .replace('deleted 90 days after', 'deleted 30 days after')
      .replace('You can see, correct,', 'You can see, print, correct,'),
    de: privacy.text.de
      .replace('löschen wir 90 Tage nach', 'löschen wir 30 Tage nach')
      .replace('einsehen, berichtigen,', 'einsehen, drucken, berichtigen,'),
  },
  required: true,
  effectiveAt: now,
  now,
});
