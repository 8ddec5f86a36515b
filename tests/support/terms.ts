import type { Tx } from '../../upstream/database/database';
import { privacy } from '../../upstream/terms/terms.seed';
import { publishTerms as publish, type TermsRow } from '../../upstream/terms/versions';
import type { Club } from './club';

let editions = 0;

/**
 * Publishes a new version of the privacy notice for this club, which every existing member then has to accept. Two of
 * its sections differ from any earlier version: how long data is kept, and the last one, on the edition.
 */
export function publishTerms(club: Club): Promise<TermsRow> {
  editions++;
  const now = new Date(club.clock.now());
  const days = String(100 + editions);
  const text = {
    en: `${privacy.text.en.replace('90', days)}\n\n# Edition\n\nThis is edition ${editions}.`,
    de: `${privacy.text.de.replace('90', days)}\n\n# Ausgabe\n\nDas ist Ausgabe ${editions}.`,
  };
  const next = { slug: privacy.slug, name: privacy.name, text, required: true, effectiveAt: now, now };
  // The query builder is the same, whatever sends the statements.
  return publish(club.db as unknown as Tx, next);
}
