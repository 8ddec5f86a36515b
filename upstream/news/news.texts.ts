import type { NewsCategory } from '../contract/news-categories';
import type { Language } from '../http/env';

const en = {
  feedTitle: (club: string) => `News from ${club}`,
  categories: {
    growing: 'Growing',
    club: 'Club',
    events: 'Events',
    technology: 'Technology',
  } satisfies Record<NewsCategory, string>,
};

const de: typeof en = {
  feedTitle: (club) => `Neuigkeiten von ${club}`,
  categories: { growing: 'Anbau', club: 'Verein', events: 'Veranstaltungen', technology: 'Technik' },
};

export const texts: Record<Language, typeof en> = { en, de };
