import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { findFailure } from '../../database/failures';
import { holding, untilWaiting } from '../../database/locks.testing';
import type { Club } from '../../identity/identity.testing';
import { anonymiseMember } from '../../members/membership';
import { faqData } from './faq.personal-data';
import { supportFaq, supportFaqVotes } from './faq.tables';
import { aReader, giveAnswers, openFaqClub } from './faq.testing';
import { rateFaq } from './rate-faq';

const now = new Date('2026-11-20T09:00:00Z');
const entries: Required<Parameters<typeof giveAnswers>[1]> = {
  de: [
    { id: 'c', category: 'deposits', position: 2, question: 'Zweite?' },
    { id: 'b', category: 'deposits', position: 1, question: 'Erste?', answer: 'Ja, **sofort**.' },
    { id: 'a', category: 'account-security', position: 5, question: 'Konto?' },
  ],
  en: [
    { id: 'b', category: 'deposits', position: 1, question: 'First?' },
    { id: 'd', category: 'deposits', position: 3, question: 'Only here?' },
  ],
};

describeOnEachDatabase('answers', (open) => {
  let club: Club;
  let mia: Awaited<ReturnType<typeof aReader>>;
  beforeEach(async () => {
    club = await openFaqClub(open);
    await giveAnswers(club, entries, now);
    mia = await aReader(club);
  });

  it('come by topic and position, in the own language where it has them', async () => {
    expect(await mia.questions({})).toEqual(['Konto?', 'Erste?', 'Zweite?', 'Only here?']);
    expect(await mia.questions({}, 'en')).toEqual(['Konto?', 'First?', 'Zweite?', 'Only here?']);
    expect(await mia.questions({ category: 'deposits' })).toEqual(['Erste?', 'Zweite?', 'Only here?']);
    expect(await mia.questions({ per_page: '2', page: '2' })).toEqual(['Zweite?', 'Only here?']);
    expect((await mia.list({ page: '9' })).body).toMatchObject({ total: 4, data: [], last_page: 1 });
    expect((await mia.list({ category: 'money' })).status).toBe(422);
  });

  it('can be read one by one, in the language they have', async () => {
    const { body } = await mia.show(await mia.idOf('Erste?'), 'en');
    expect(body).toMatchObject({
      ...{ question: 'Erste?', question_html: 'Erste?', answer_html: '<p>Ja, <strong>sofort</strong>.</p>' },
      ...{ language: 'de', category: 'deposits', position: 1, helpful_yes: 0, helpful_no: 0, my_vote: null },
      updated_at: now.toISOString(),
    });
    expect((await mia.show(999_999)).status).toBe(404);
  });

  it('are counted by topic, each once whatever its languages', async () => {
    const { data } = (await mia.topics()).body;
    expect(data).toHaveLength(9);
    expect(data.filter(({ answers }) => answers > 0)).toEqual([
      { slug: 'account-security', answers: 1 },
      { slug: 'deposits', answers: 3 },
    ]);
  });

  it('are for members who may see support', async () => {
    const other = await aReader(club, { permissions: ['wallet.view'] });
    const id = await mia.idOf('Erste?');
    const answers = [await other.list(), await other.show(id), await other.topics()];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([403, 'missing_permission']));
    expect(await other.rate(id, 'yes')).toBe(403);
    expect((await club.call('GET', '/support/faq')).status).toBe(401);
  });

  it('have one vote of a member, which can be changed and taken back', async () => {
    const id = await mia.idOf('Erste?');
    const other = await aReader(club);
    const counts = async () => {
      const { helpful_yes, helpful_no, my_vote } = (await mia.show(id)).body;
      return [helpful_yes, helpful_no, my_vote];
    };
    expect([await mia.rate(id, 'yes'), await other.rate(id, 'yes')]).toEqual([204, 204]);
    expect(await counts()).toEqual([2, 0, 'yes']);
    await mia.rate(id, 'yes');
    expect(await counts()).toEqual([2, 0, 'yes']);
    await mia.rate(id, 'no');
    expect(await counts()).toEqual([1, 1, 'no']);
    await mia.rate(id, null);
    await mia.rate(id, null);
    expect(await counts()).toEqual([1, 0, null]);
    const audited = club.db.select().from(auditLog).where(eq(auditLog.userId, mia.userId)).orderBy(asc(auditLog.id));
    const votes = (await audited).filter(({ action }) => action === 'faq.rated');
    expect(votes.map(({ detail }) => detail)).toEqual(['yes', 'no', null].map((vote) => ({ faq: id, vote })));
  });

  it('refuse a vote that is none, and one for an answer that is not there', async () => {
    const id = await mia.idOf('Erste?');
    expect([await mia.rate(id, 'maybe'), await mia.rate(999_999, 'yes'), await mia.rate(999_999, null)]).toEqual([
      ...[422, 404, 404],
    ]);
    expect(await club.db.$count(supportFaqVotes)).toBe(0);
  });

  it('count votes whoever writes them, and keep one a member', async () => {
    const [row] = await club.db.select().from(supportFaq).orderBy(asc(supportFaq.id)).limit(1);
    const id = row?.id ?? 0;
    const vote = (given: string) =>
      club.db.execute(sql`insert into support_faq_votes values (${id}, ${mia.userId}, ${given}, now())`);
    const refusal = async (work: PromiseLike<unknown>) =>
      Promise.resolve(work).then(
        () => null,
        (error: unknown) => findFailure(error)?.constraint,
      );
    const counts = async () => {
      const [{ helpfulYes, helpfulNo } = { helpfulYes: -1, helpfulNo: -1 }] = await club.db
        .select()
        .from(supportFaq)
        .where(eq(supportFaq.id, id));
      return [helpfulYes, helpfulNo];
    };
    await vote('yes');
    expect(await counts()).toEqual([1, 0]);
    expect(await refusal(vote('no'))).toBe('support_faq_votes_faq_id_user_id_pk');
    await club.db.execute(sql`update support_faq_votes set vote = 'no'`);
    expect(await counts()).toEqual([0, 1]);
    expect(await refusal(club.db.execute(sql`update support_faq_votes set vote = 'perhaps'`))).toBe(
      'support_faq_votes_vote',
    );
    expect(await refusal(club.db.execute(sql`update support_faq set slug = 'A b'`))).toBe('support_faq_slug_plain');
    expect(await refusal(club.db.execute(sql`update support_faq set category = 'money'`))).toBe('support_faq_category');
    expect(await refusal(club.db.execute(sql`update support_faq set slug = 'same', language = 'de'`))).toBe(
      'support_faq_slug',
    );
    await club.db.execute(sql`delete from support_faq_votes`);
    expect(await counts()).toEqual([0, 0]);
  });

  it('forget the votes of a member who leaves, and export them before', async () => {
    const id = await mia.idOf('Erste?');
    await mia.rate(id, 'yes');
    const [part] = faqData.exports;
    expect(await part?.count(club.db, mia.userId)).toBe(1);
    const [exported] = (await part?.rows(club.db, mia.userId, null, 10)) ?? [];
    expect(exported?.row).toMatchObject({ answer: id, question: 'Erste?', helpful: 'yes' });
    expect(faqData.deletes).toEqual([supportFaqVotes]);
    await club.db.delete(supportFaqVotes).where(eq(supportFaqVotes.userId, mia.userId));
    expect((await mia.show(id)).body.helpful_yes).toBe(0);
  });
});

describeOnPostgres('votes at the same time', (open) => {
  it('are all counted', async () => {
    const club = await openFaqClub(open);
    await giveAnswers(club, { de: [{ id: 'a', question: 'A?' }] }, now);
    const readers = [];
    for (let number = 0; number < 8; number++) readers.push(await aReader(club));
    const id = (await readers[0]?.idOf('A?')) ?? 0;
    await Promise.all(
      readers.flatMap((reader, index) => [reader.rate(id, index % 2 ? 'yes' : 'no'), reader.rate(id, 'yes')]),
    );
    const [row] = await club.db.select().from(supportFaq).where(eq(supportFaq.id, id));
    const votes = await club.db.select().from(supportFaqVotes);
    expect(votes).toHaveLength(8);
    expect([row?.helpfulYes, row?.helpfulNo]).toEqual([
      votes.filter(({ vote }) => vote === 'yes').length,
      votes.filter(({ vote }) => vote === 'no').length,
    ]);
  });

  it('leave none of a member whose account is deleted meanwhile', async () => {
    const club = await openFaqClub(open);
    await giveAnswers(club, { de: [{ id: 'a', question: 'A?' }] }, now);
    const { userId, idOf } = await aReader(club);
    const id = await idOf('A?');
    const commit = await holding(club.db, (tx) => anonymiseMember(tx, { id: userId, language: 'de' }, now));
    const rated = rateFaq(club.db, { userId, ip: null, requestId: 'r', now }, id, 'yes');
    await untilWaiting(club.db, 1);
    await commit();
    await rated;
    expect(await club.db.$count(supportFaqVotes)).toBe(0);
  });
});
