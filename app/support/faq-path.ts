/** Addresses of questions and answers. */

export interface FaqPlace {
  /** A topic; all of them without it. */
  category?: string | null;
  /** Words of a search. */
  q?: string;
  page?: number;
}

/** The address of a list. */
export function faqPath({ category, q = '', page = 1 }: FaqPlace, open?: number): string {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(page > 1 && { page: String(page) }),
    ...(open && { open: String(open) }),
  });
  return `/support/faq${category ? `/${category}` : ''}${query.size > 0 ? `?${query}` : ''}`;
}

/** The address of an answer, which is open there without script too. */
export const answerPath = (id: number, place: FaqPlace = {}): string => `${faqPath(place, id)}#${anchorOf(id)}`;

export const anchorOf = (id: number): string => `faq-${id}`;

/** Where to write when no answer helps. The words of the search go along. */
export const contactPath = (q = ''): string =>
  `/support/contact/categories${q ? `?${new URLSearchParams({ q })}` : ''}`;
