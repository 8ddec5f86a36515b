import type { Tx } from '../../upstream/database/database';
import { publishTerms as publish, type TermsRow } from '../../upstream/identity/terms';
import { privacy } from '../../upstream/identity/terms.seed';
import type { Club } from './club';

let editions = 0;

/**
 * A new version of the privacy notice for this club: from now on it waits for every member who is there already. Two
 * of its sections differ from any version before it: how long data is kept, and the last one, on the edition.
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
  // Its query builder is the same, whatever carries the statements.
  return publish(club.db as unknown as Tx, next);
}
