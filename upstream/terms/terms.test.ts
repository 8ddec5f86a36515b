import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../database/database.testing';
import { transaction } from '../database/transaction';
import { type Club, getToken, openClub } from '../identity/identity.testing';
import { nextPrivacy } from './terms.testing';
import { type Publication, publishTerms, UnpublishableTerms } from './versions';

const start = new Date('2026-11-20T09:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

const publish = (club: Club, changes: Partial<Publication> = {}) =>
  transaction(club.db, (tx) => publishTerms(tx, { ...nextPrivacy(new Date()), ...changes }));

describeOnEachDatabase('published terms', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openClub(open);
  });

  it('are the next version of their slug, in force from their time on, and audited', async () => {
    const later = new Date(start.getTime() + 60_000);
    expect(await publish(club, { effectiveAt: later })).toMatchObject({ slug: 'privacy', version: 2 });
    expect((await club.call('GET', '/terms/privacy')).body).toMatchObject({ version: 1 });
    vi.setSystemTime(later);
    expect((await club.call('GET', '/terms/privacy')).body).toMatchObject({ version: 2 });
    const audited = await club.db.select().from(auditLog).where(eq(auditLog.action, 'terms.publish'));
    expect(audited).toMatchObject([{ actorId: null, userId: null, detail: { slug: 'privacy', version: 2 } }]);
  });

  it('may be a new kind', async () => {
    expect(await publish(club, { slug: 'house-rules' })).toMatchObject({ version: 1 });
    expect((await club.call('GET', '/terms')).body.data).toHaveLength(3);
  });

  it.each<[string, Partial<Publication>]>([
    ['a slug that is no plain word', { slug: 'House rules' }],
    ['a missing name', { name: { en: 'Privacy', de: ' ' } }],
    ['a missing text', { text: { en: '', de: 'Neu.' } }],
    ['an earlier time than the version before', { effectiveAt: new Date('2023-01-01T00:00:00Z') }],
  ])('are refused with %s', async (_, changes) => {
    await expect(publish(club, changes)).rejects.toThrow(UnpublishableTerms);
    expect(await club.db.$count(auditLog, eq(auditLog.action, 'terms.publish'))).toBe(0);
  });

  it('are refused when nothing differs, so that a command that is run twice asks nobody twice', async () => {
    await publish(club);
    await expect(publish(club)).rejects.toThrow('Nothing differs from version 2');
  });

  it('show what differs from a version, or from the one before', async () => {
    await publish(club);
    await publish(club, { text: { en: '# In short\n\nAll new.', de: '# In Kürze\n\nAlles neu.' } });
    const changes = async (query: string) => (await club.call('GET', `/terms/privacy/changes${query}`)).body;
    expect(await changes('')).toMatchObject({ version: 3, from: 2 });
    expect(await changes('?from=1&language=de')).toMatchObject({ version: 3, from: 1, name: 'Datenschutzhinweise' });
    const [heading, first] = (await changes('?from=2&language=de')).paragraphs;
    expect(heading).toEqual({ heading: true, change: 'same', parts: [{ change: 'same', text: 'In Kürze' }] });
    expect(first?.change).toBe('removed');
  });

  it.each(['?from=2', '?from=9', ''])('show no difference where there is none: %s', async (query) => {
    expect((await club.call('GET', `/terms/membership/changes${query}`)).status).toBe(404);
  });

  it('show nothing of a version that has not taken effect', async () => {
    await publish(club, { effectiveAt: new Date(start.getTime() + 60_000) });
    expect((await club.call('GET', '/terms/privacy/changes')).status).toBe(404);
  });
});

describeOnPostgres('terms published at once', (open) => {
  it('become one version', async () => {
    const club = await openClub(open);
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => publish(club)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts) {
      if (attempt.status === 'rejected') expect(attempt.reason).toBeInstanceOf(UnpublishableTerms);
    }
    expect((await club.call('GET', '/terms/privacy')).body).toMatchObject({ version: 2 });
  });
});

describeOnEachDatabase('accepted terms', (open) => {
  it('are listed with version and time, the newest of each first, and nobody else’s', async () => {
    const club = await openClub(open);
    await club.addMember();
    await club.addMember({ email: 'noa@example.org', acceptedTerms: false });
    const later = new Date(start.getTime() + 60_000);
    vi.setSystemTime(later);
    await publish(club);
    const token = await getToken(club);
    const own = { token };
    const list = async () => (await club.call('GET', '/user/terms', own)).body.data as unknown as object[];
    expect(await list()).toMatchObject([
      { slug: 'membership', version: 1, version_in_force: 1, accepted_at: start.toISOString() },
      { slug: 'privacy', version: 1, version_in_force: 2, accepted_at: start.toISOString() },
    ]);
    await club.call('POST', '/user/terms/agree-updates', own);
    expect(await list()).toMatchObject([
      { slug: 'membership' },
      { slug: 'privacy', version: 2, version_in_force: 2, accepted_at: later.toISOString() },
      { slug: 'privacy', version: 1 },
    ]);
    const noa = await getToken(club, 'noa@example.org');
    expect((await club.call('GET', '/user/terms', { token: noa })).body.data).toEqual([]);
    expect((await club.call('GET', '/user/terms')).status).toBe(401);
  });

  it('keep the text of each version that was in force', async () => {
    const club = await openClub(open);
    await publish(club);
    await publish(club, {
      slug: 'privacy',
      text: { en: 'Later.', de: 'Später.' },
      effectiveAt: new Date('2027-01-01'),
    });
    const text = async (query: string) => club.call('GET', `/terms/privacy${query}`);
    expect((await text('?version=1')).body).toMatchObject({ version: 1, version_in_force: 2 });
    expect((await text('')).body).toMatchObject({ version: 2, version_in_force: 2 });
    for (const query of ['?version=3', '?version=99']) expect((await text(query)).status).toBe(404);
    for (const query of ['?version=0', '?version=x']) expect((await text(query)).status).toBe(422);
  });
});
