import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../database/database.testing';
import { transaction } from '../database/transaction';
import { type CallOptions, type Club, getToken, openClub } from '../identity/identity.testing';
import { termAcceptances, terms } from './terms.tables';
import { nextPrivacy } from './terms.testing';
import { publishTerms } from './versions';

const start = new Date('2026-11-20T09:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

const publish = (club: Club, changes = {}) =>
  transaction(club.db, (tx) => publishTerms(tx, { ...nextPrivacy(new Date()), ...changes }));
const agree = (club: Club, options: CallOptions) => club.call('POST', '/user/terms/agree-updates', options);
const waiting = async (club: Club, options: CallOptions) => (await club.call('GET', '/user/header', options)).body;
const audited = (club: Club) => club.db.select().from(auditLog).where(eq(auditLog.action, 'terms.accept'));

async function openSignedIn(open: Parameters<typeof openClub>[0], acceptedTerms = true) {
  const club = await openClub(open);
  const member = await club.addMember({ acceptedTerms });
  return { club, member, token: await getToken(club) };
}

describeOnEachDatabase('term updates', (open) => {
  it('say what waits and what changed since the version that was accepted last, in the language asked for', async () => {
    const { club, token } = await openSignedIn(open);
    expect(await waiting(club, { token })).toMatchObject({ term_updates: [], term_updates_etag: null });
    const { id } = await publish(club);
    expect(await waiting(club, { token, language: 'de' })).toMatchObject({
      term_updates: [
        {
          id,
          name: 'Datenschutzhinweise',
          version: 2,
          effective_at: start.toISOString(),
          url: '/terms/privacy',
          diff_url: '/terms/privacy/changes?from=1',
          changed_sections: ['Wie lange', 'Deine Rechte'],
        },
      ],
      term_updates_etag: `"${id}"`,
    });
    const third = await publish(club, { text: { en: 'All new.', de: 'Alles neu.' } });
    const [update] = (await waiting(club, { token })).term_updates;
    expect(update).toMatchObject({ id: third.id, version: 3, diff_url: '/terms/privacy/changes?from=1' });
  });

  it('show no difference where nothing was accepted before, and leave out what is voluntary', async () => {
    const { club, token } = await openSignedIn(open, false);
    await publish(club, { slug: 'newsletter', required: false });
    const body = await waiting(club, { token });
    expect(body.term_updates.map(({ url, diff_url }) => [url, diff_url])).toEqual([
      ['/terms/membership', null],
      ['/terms/privacy', null],
    ]);
    expect(await waiting(club, { token, language: 'de' })).toMatchObject({ term_updates_etag: body.term_updates_etag });
  });

  it('are agreed to by the tag of the list, once, with an audit row', async () => {
    const { club, member, token } = await openSignedIn(open, false);
    const { term_updates_etag: tag } = await waiting(club, { token });
    for (const attempt of [1, 2]) {
      expect((await agree(club, { token, ifMatch: tag ?? '' })).status, `attempt ${attempt}`).toBe(204);
    }
    expect(await waiting(club, { token })).toMatchObject({ term_updates: [], term_updates_etag: null });
    expect(await audited(club)).toMatchObject([
      { actorId: member.id, userId: member.id, ip: '192.0.2.1', detail: { terms: ['membership 1', 'privacy 1'] } },
    ]);
    const rows = await club.db.select().from(termAcceptances).where(eq(termAcceptances.userId, member.id));
    expect(rows.map(({ acceptedAt, ipAddress }) => [acceptedAt, ipAddress])).toEqual([
      [start, '192.0.2.1'],
      [start, '192.0.2.1'],
    ]);
  });

  it('of an older list are answered 412, and nothing is agreed to', async () => {
    const { club, token } = await openSignedIn(open);
    await publish(club);
    const { term_updates_etag: shown } = await waiting(club, { token });
    await publish(club, { text: { en: 'All new.', de: 'Alles neu.' } });
    for (const ifMatch of [shown ?? '', '"nonsense"', `W/${(await waiting(club, { token })).term_updates_etag}`]) {
      expect(await agree(club, { token, ifMatch, language: 'de' })).toMatchObject({
        status: 412,
        body: {
          code: 'term_updates_changed',
          message: 'Die Bedingungen haben sich inzwischen geändert. Bitte lies sie und stimme ihnen neu zu.',
        },
      });
    }
    expect(await audited(club)).toEqual([]);
    expect((await waiting(club, { token })).term_updates).toHaveLength(1);
  });

  it.each([undefined, '*', '"1", %tag'])('are agreed to as they are with If-Match: %s', async (ifMatch) => {
    const { club, token } = await openSignedIn(open);
    await publish(club);
    const { term_updates_etag: tag } = await waiting(club, { token });
    const header = ifMatch?.replace('%tag', tag ?? '');
    expect((await agree(club, { token, ...(header && { ifMatch: header }) })).status).toBe(204);
    expect((await waiting(club, { token })).term_updates).toEqual([]);
  });
});

describeOnPostgres('agreement at once', (open) => {
  it('is written once for 20 calls', async () => {
    const { club, token } = await openSignedIn(open, false);
    const { term_updates_etag: tag } = await waiting(club, { token });
    const answers = await Promise.all(Array.from({ length: 20 }, () => agree(club, { token, ifMatch: tag ?? '' })));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(204));
    expect(await audited(club)).toHaveLength(1);
  });

  it('never covers a version that is published meanwhile', async () => {
    const { club, member, token } = await openSignedIn(open);
    const outcomes = [];
    for (let round = 1; round <= 10; round++) {
      await publish(club, { text: { en: `Round ${round}.`, de: `Runde ${round}.` } });
      const { term_updates: shown, term_updates_etag: tag } = await waiting(club, { token });
      const [answer, meanwhile] = await Promise.all([
        agree(club, { token, ifMatch: tag ?? '' }),
        publish(club, { text: { en: `Round ${round} again.`, de: `Runde ${round} noch einmal.` } }),
      ]);
      const accepted = await club.db
        .select({ version: terms.version })
        .from(termAcceptances)
        .innerJoin(terms, eq(terms.id, termAcceptances.termsId))
        .where(eq(termAcceptances.userId, member.id));
      const versions = accepted.map(({ version }) => version);
      expect(versions).not.toContain(meanwhile.version);
      expect(versions.includes(shown[0]?.version ?? 0)).toBe(answer.status === 204);
      outcomes.push(answer.status);
      expect((await waiting(club, { token })).term_updates.map(({ version }) => version)).toEqual([meanwhile.version]);
    }
    expect(outcomes.every((status) => status === 204 || status === 412)).toBe(true);
  });
});
