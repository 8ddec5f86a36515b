import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { seedFaq } from './faq.seed';
import { aReader, openFaqClub } from './faq.testing';

describeOnEachDatabase('the answers of the demo club', (open) => {
  it('are found first by the words in which members ask', async () => {
    const club = await openFaqClub(open);
    await seedFaq(club, new Date());
    const mia = await aReader(club);
    for (const [typed, language, question] of asked)
      expect((await mia.search(typed, language))[0], typed).toBe(question);
    // In a topic its answers come first, and others still come.
    for (const [q, language] of inWithdrawals) {
      const { body } = await mia.list({ q, prefer: 'withdrawals', per_page: '3' }, language);
      expect(body.data.map(({ category }) => category)).toEqual(['withdrawals', 'withdrawals', 'withdrawals']);
      expect(
        body.data.some(({ question }) => /How long|Wie lange/.test(question)),
        q,
      ).toBe(true);
    }
    const { body } = await mia.list({ q: 'code does not arrive', prefer: 'withdrawals' }, 'en');
    expect(body.data[0]?.category).toBe('account-security');
  });
});

const inWithdrawals = [
  ['When does my withdrawal arrive?', 'en'],
  ['Wann kommt meine Auszahlung an?', 'de'],
] as const;

const asked = [
  ['Mitgliedschaft kündigen', 'de', 'Wie kündige ich meine Mitgliedschaft?'],
  ['Wie kann ich kündigen', 'de', 'Wie kündige ich meine Mitgliedschaft?'],
  ['cancel membership', 'en', 'How do I cancel my membership?'],
  ['Wann kommt meine Auszahlung auf dem Konto an?', 'de', 'Wie lange dauert eine Auszahlung auf mein Konto?'],
  ['Auszahlung abbrechen', 'de', 'Kann ich eine Auszahlung noch stornieren?'],
  ['Mindestbetrag Auszahlung', 'de', 'Wie viel kann ich auszahlen, und was kostet es?'],
  ['neue IBAN', 'de', 'Wie füge ich ein Bankkonto für Auszahlungen hinzu oder ändere es?'],
  ['Wie viel verdiene ich?', 'de', 'Wie viel bringen mir meine Pflanzen?'],
  ['When does my withdrawal arrive in my account?', 'en', 'How long does a withdrawal to my account take?'],
  ['when does my money arrive', 'en', 'My transfer has not arrived yet. How long does a deposit take?'],
  ['minimum withdrawal', 'en', 'How much can I withdraw, and what does it cost?'],
  ['I married, new name', 'en', 'Why can I not change my name or country?'],
  ['dark mode', 'en', 'How do I change the language, the time zone or the colours?'],
] as const;
