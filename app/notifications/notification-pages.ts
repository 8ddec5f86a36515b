/** The shown page of each list. */
export interface ListPages {
  unread: number;
  read: number;
}

/** Returns the path that shows these pages. First pages are not in the query. */
export function notificationsPath(pages: ListPages): string {
  const named = Object.entries(pages).filter(([, page]) => page > 1);
  const query = new URLSearchParams(named.map(([kind, page]) => [kind, String(page)])).toString();
  return query ? `/notifications?${query}` : '/notifications';
}
