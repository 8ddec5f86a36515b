import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase } from '../database/database.testing';
import { openClub } from '../identity/identity.testing';
import { aColleague } from '../identity/staff/staff.testing';
import { termsPublish } from './terms.club';
import { terms } from './terms.tables';

const now = new Date('2026-11-21T09:41:00.123Z');
const file = ({ slug = 'membership', effective = 'now', text = 'Be kind.' } = {}) =>
  [
    '---',
    `slug: ${slug}`,
    'required: yes',
    `effective: ${effective}`,
    'name-en: Membership terms',
    'name-de: Mitgliedsbedingungen',
    '---',
    '<!-- en -->',
    text,
    '<!-- de -->',
    'Sei freundlich.',
  ].join('\n');

describeOnEachDatabase('terms publish', (open) => {
  it('publishes the next version, and asks members for consent', async () => {
    const club = await openClub(open);
    const { lines, data } = await termsPublish.run(club, { file: file() }, now, aColleague);
    expect(lines[0]).toBe(
      'Published version 2 of “Membership terms” / “Mitgliedsbedingungen” (membership), in effect now.',
    );
    expect(data).toEqual({ slug: 'membership', version: 2, required: true, effective_at: now.toISOString() });
    const [, second] = await club.db.select().from(terms).where(eq(terms.slug, 'membership')).orderBy(terms.version);
    expect(second).toMatchObject({ version: 2, effectiveAt: now, text: { en: 'Be kind.', de: 'Sei freundlich.' } });
    expect(await club.db.select().from(auditLog)).toMatchObject([
      { at: now, action: 'terms.publish', actorId: aColleague.id },
    ]);
  });

  it('publishes the first version of others, for later', async () => {
    const club = await openClub(open);
    const { lines } = await termsPublish.run(
      club,
      { file: file({ slug: 'house', effective: '2027-01-01' }) },
      now,
      aColleague,
    );
    expect(lines[0]).toContain('version 1');
    expect(lines[0]).toContain('in effect from 2027-01-01T00:00:00.000Z');
  });

  it('says why it publishes nothing', async () => {
    const club = await openClub(open);
    const before = await club.db.select().from(terms);
    await expect(termsPublish.run(club, { file: 'Be kind.' }, now, aColleague)).rejects.toThrow(
      'Nothing was published. It does not begin with front matter',
    );
    await expect(termsPublish.run(club, { file: file({ slug: 'The Rules' }) }, now, aColleague)).rejects.toThrow(
      'slug',
    );
    await termsPublish.run(club, { file: file() }, now, aColleague);
    await expect(termsPublish.run(club, { file: file() }, now, aColleague)).rejects.toThrow(
      'Nothing differs from version 2',
    );
    expect(await club.db.select().from(terms)).toHaveLength(before.length + 1);
  });
});
