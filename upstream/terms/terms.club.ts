import { z } from 'zod';
import { CommandFailed, defineCommand } from '../club/command';
import { transaction } from '../database/transaction';
import { BadTermsFile, parseTermsFile } from './terms-file';
import { publishTerms, UnpublishableTerms } from './versions';

/** `terms publish FILE`: publishes the next version of terms in both languages. */
export const termsPublish = defineCommand({
  name: 'terms publish',
  summary: 'Publish the next version of terms',
  positionals: ['file'],
  proof: 'required',
  file: 'file',
  options: {},
  details: `FILE holds the terms in both languages:

  ---
  slug: membership
  required: yes
  effective: 2027-01-01
  name-en: Membership terms
  name-de: Mitgliedsbedingungen
  ---
  <!-- en -->
  # A heading
  A paragraph.
  <!-- de -->
  # Eine Überschrift
  Ein Absatz.

A slug that is there already gets its next version, any other one its first. “effective” is a
date (its beginning in UTC), a time with its zone, or “now”. Where it is required, every member
is asked for consent once it is in effect.`,
  given: z.strictObject({ file: z.string() }),
  run: async (deps, { file }, now, actor) => {
    try {
      const draft = parseTermsFile(file, now);
      const published = await transaction(deps.db, (tx) => publishTerms(tx, { ...draft, now, actorId: actor.id }));
      const { slug, name, version, required, effectiveAt } = published;
      const when = effectiveAt <= now ? 'in effect now' : `in effect from ${effectiveAt.toISOString()}`;
      return {
        lines: [
          `Published version ${version} of “${name.en}” / “${name.de}” (${slug}), ${when}.`,
          required ? 'Members are asked for consent once it is in effect.' : 'Nobody is asked for consent.',
        ],
        data: { slug, version, required, effective_at: effectiveAt.toISOString() },
      };
    } catch (error) {
      if (error instanceof BadTermsFile || error instanceof UnpublishableTerms) {
        throw new CommandFailed(`Nothing was published. ${error.message}.`);
      }
      throw error;
    }
  },
});
