import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import type { Club } from '../../identity/identity.testing';
import { aReader, type Entry, giveAnswers, openFaqClub } from './faq.testing';

const now = new Date('2026-11-20T09:00:00Z');

const german: Entry[] = [
  {
    ...{ id: 'withdrawal-duration', category: 'withdrawals', question: 'Wie lange dauert eine Auszahlung?' },
    answer:
      'Wir prüfen jede Auszahlung. Danach geht sie an die **Bank**. Siehe [Auszahlungen](/financial/withdrawals).',
  },
  {
    ...{ id: 'account-rest', category: 'withdrawals', position: 2 },
    question: 'Warum ruht mein neues Konto vor der ersten Auszahlung?',
    answer: 'Ein neues Auszahlungskonto ruht 24 Stunden.',
  },
  {
    ...{ id: 'reference', category: 'deposits', question: 'Was gehört in den Verwendungszweck der Überweisung?' },
    answer: 'Die Kennung deiner Bestellung. Ohne sie dauert es länger.',
  },
  {
    ...{ id: 'street', category: 'other', question: 'Warum heißt die Straße im Lageplan anders?' },
    answer: 'Sie heißt so im Grundbuch.',
  },
  {
    ...{ id: 'password', category: 'account-security', question: 'Ich habe mein Passwort vergessen' },
    answer: 'Fordere auf der Anmeldeseite einen Link an. Er gilt eine Stunde.',
  },
  {
    id: 'markup',
    category: 'app-technical',
    question: 'Darf ich <b>fett</b> & "Zitate" schreiben?',
    answer: '<b>fett</b> bleibt Text & mehr.',
  },
];

const english: Entry[] = [
  {
    ...{ id: 'withdrawal-duration', category: 'withdrawals', question: 'How long does a withdrawal take?' },
    answer: 'We check every withdrawal. Then the bank takes about one working day.',
  },
  {
    ...{ id: 'harvest-duration', category: 'plants-harvest', question: 'How long does a harvest take?' },
    answer: 'Several weeks. It takes as long as it takes: drying can take long.',
  },
  { id: 'vaporiser', category: 'other', position: 9, question: 'Do you sell a vaporiser?', answer: 'No.' },
  { id: 'photo', category: 'app-technical', question: 'May I take a photo?', answer: 'Yes, take as many as you like.' },
];

describeOnEachDatabase('a search in the answers', (open) => {
  let club: Club;
  let mia: Awaited<ReturnType<typeof aReader>>;
  beforeEach(async () => {
    club = await openFaqClub(open);
    await giveAnswers(club, { de: german, en: english }, now);
    mia = await aReader(club);
  });

  it('finds other forms of a word, and puts a hit in the question first', async () => {
    expect(await mia.search('auszahlungen dauern')).toEqual([
      'Wie lange dauert eine Auszahlung?',
      'Warum ruht mein neues Konto vor der ersten Auszahlung?',
    ]);
    expect(await mia.search('Bestellungen')).toEqual(['Was gehört in den Verwendungszweck der Überweisung?']);
  });

  it('marks its hits in question and answer, and in no address', async () => {
    const { body } = await mia.list({ q: 'Auszahlung' });
    expect(body.data[0]?.question_html).toBe('Wie lange dauert eine <mark>Auszahlung</mark>?');
    expect(body.data[0]?.answer_html).toBe(
      '<p>Wir prüfen jede <mark>Auszahlung</mark>. Danach geht sie an die <strong>Bank</strong>. ' +
        'Siehe <a href="/financial/withdrawals"><mark>Auszahlungen</mark></a>.</p>',
    );
    expect(body.data[0]?.question).toBe('Wie lange dauert eine Auszahlung?');
  });

  it('finds words that begin with what was typed, after the word itself', async () => {
    expect(await mia.search('konto')).toEqual(['Warum ruht mein neues Konto vor der ersten Auszahlung?']);
    const { body } = await mia.list({ q: 'auszahlungsko' });
    expect(body.data[0]?.answer_html).toContain('<mark>Auszahlungskonto</mark>');
  });

  it.each([
    ['überweisung', 'Überweisung'],
    ['UBERWEISUNG', 'Überweisung'],
    ['Ueberweisung', 'Überweisung'],
    ['strasse', 'Straße'],
    ['heisst', 'heißt'],
    ['u\u0308berweisung', 'Überweisung'],
  ])('%s finds %s', async (typed, marked) => {
    const { body } = await mia.list({ q: typed });
    expect(body.total).toBe(1);
    expect(body.data[0]?.question_html).toContain(`<mark>${marked}</mark>`);
  });

  it.each([
    ['Auszalung', 'Wie lange dauert eine Auszahlung?'],
    ['Pasword', 'Ich habe mein Passwort vergessen'],
    ['Verwedungszweck', 'Was gehört in den Verwendungszweck der Überweisung?'],
  ])('forgives %s', async (typed, question) => {
    expect((await mia.search(typed))[0]).toBe(question);
  });

  it('of a sentence puts the entry with its rare words first, and leaves out those with a common word only', async () => {
    const found = await mia.search('How long does the check of my withdrawal take?', 'en');
    expect(found[0]).toBe('How long does a withdrawal take?');
    expect(found).not.toContain('May I take a photo?');
  });

  it('shows hits of the other language, where the own one has none, with their language', async () => {
    const { body } = await mia.list({ q: 'vaporiser' });
    expect(body.data).toMatchObject([{ question_html: 'Do you sell a <mark>vaporiser</mark>?', language: 'en' }]);
    expect(await mia.search('withdrawal duration', 'de')).toContain('How long does a withdrawal take?');
    expect((await mia.list({ q: 'Bank' })).body.data.map(({ language }) => language)).toEqual(['de']);
  });

  it('prefers the exact words of the other language to similar ones of the own', async () => {
    const found = await mia.search('How long does the check of my withdrawal take?', 'de');
    expect(found[0]).toBe('How long does a withdrawal take?');
    expect(await mia.search('Auszalung', 'en')).toContain('Wie lange dauert eine Auszahlung?');
  });

  it('leaves question words out, unless there is nothing else', async () => {
    expect((await mia.search('Wann kommt meine Auszahlung?'))[0]).toBe('Wie lange dauert eine Auszahlung?');
    expect(await mia.search('Warum')).toHaveLength(2);
  });

  it('keeps to a topic, and to a page', async () => {
    expect(await mia.questions({ q: 'dauert', category: 'deposits' })).toEqual([
      'Was gehört in den Verwendungszweck der Überweisung?',
    ]);
    const { body } = await mia.list({ q: 'Auszahlung', per_page: '1', page: '2' });
    expect(body).toMatchObject({ total: 2, current_page: 2, last_page: 2, from: 2, to: 2 });
    expect(body.data[0]?.question).toContain('Warum ruht');
    const behind = await mia.list({ q: 'Auszahlung', per_page: '1', page: '9' });
    expect(behind.body).toMatchObject({ total: 2, data: [], from: null });
    expect(behind.body.next_page_url).toBeNull();
  });

  it('escapes the question and shows markup in the search as what it is, words', async () => {
    const { body } = await mia.list({ q: '<b>fett</b> "amp" &quot;' });
    expect(body.data[0]?.question_html).toBe(
      'Darf ich &lt;<mark>b</mark>&gt;<mark>fett</mark>&lt;/<mark>b</mark>&gt; &amp; &quot;Zitate&quot; schreiben?',
    );
    for (const q of ["'; drop table users --", 'a & | ! ( :*', "\\'", '%%', '__', '<mark>', '**', 'konto:*', '"konto'])
      expect((await mia.list({ q })).status, q).toBe(200);
  });

  it('finds nothing without a word, and with stop words alone', async () => {
    expect(await mia.search('?!')).toEqual([]);
    expect(await mia.search('und oder')).toEqual([]);
    expect((await mia.list({ q: 'xyzzyq' })).body).toMatchObject({ total: 0, data: [], from: null, last_page: 1 });
  });

  it('has 2 to 100 characters', async () => {
    const { status, body } = await mia.list({ q: ' a ' });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['q']]);
    expect((await mia.list({ q: 'x'.repeat(101) })).status).toBe(422);
    expect((await mia.list({ q: 'ab' })).status).toBe(200);
    expect((await mia.list({ q: 'ä'.repeat(100) })).status).toBe(200);
    expect((await mia.list({ q: 'a b c d e f g h i j k l m n o p q r s t u v w x y z' })).status).toBe(200);
  });
});
