export const LIST_KINDS = ['unread', 'read'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** The heading of each list, which is the text of its tab too. */
export const LIST_TITLES = { unread: 'layout.header.notifications.new', read: 'notifications.read' } as const;

/** The list that the page shows, and which of its pages. */
export interface ShownPage {
  kind: ListKind;
  page: number;
}

/** The anchor of the notification that is shown with its whole text. */
export const WHOLE = 'whole';

/** Returns the path that shows this page of the list. The first page of the unread ones has no query. */
export function notificationsPath({ kind, page }: ShownPage): string {
  return kind === 'unread' && page === 1 ? '/notifications' : `/notifications?${kind}=${page}`;
}

/** Returns the path that shows this page of the list with the whole text of one notification. */
export const wholeTextPath = ({ kind, page }: ShownPage, id: string): string =>
  `/notifications?${kind}=${page}&${WHOLE}=${encodeURIComponent(id)}#${WHOLE}`;
