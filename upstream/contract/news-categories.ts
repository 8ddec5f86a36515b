/** What posts are about. The browser loads this file, too. */
export const newsCategories = ['growing', 'club', 'events', 'technology'] as const;
export type NewsCategory = (typeof newsCategories)[number];
