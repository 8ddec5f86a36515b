/** The votes that a member gave. */
import { eq } from 'drizzle-orm';
import { tablePart } from '../../database/export-parts';
import type { PersonalData } from '../../database/personal-data';
import { supportFaq, supportFaqVotes } from './faq.tables';

export const faqData: PersonalData = {
  exports: [
    tablePart({
      name: 'faq_votes',
      description: {
        en: 'Which answers you found helpful, and which not.',
        de: 'Welche Antworten du hilfreich fandest und welche nicht.',
      },
      table: supportFaqVotes,
      join: { table: supportFaq, on: eq(supportFaq.id, supportFaqVotes.faqId) },
      owner: supportFaqVotes.userId,
      key: supportFaqVotes.faqId,
      fields: {
        answer: supportFaqVotes.faqId,
        question: supportFaq.question,
        helpful: supportFaqVotes.vote,
        voted_at: supportFaqVotes.votedAt,
      },
    }),
  ],
  deletes: [supportFaqVotes],
};
