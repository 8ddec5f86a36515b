/** Which page of each list is shown. */
export interface ListPages {
  unread: number;
  read: number;
}

/** Where these pages are; first pages are not named. */
export function notificationsPath(pages: ListPages): string {
  const named = Object.entries(pages).filter(([, page]) => page > 1);
  const query = new URLSearchParams(named.map(([kind, page]) => [kind, String(page)])).toString();
  return query ? `/notifications?${query}` : '/notifications';
}
