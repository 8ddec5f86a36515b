import { useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { STATE, useOnArrival } from '../platform/browser/arrival';
import { useUnreadTicket } from '../platform/browser/counters';
import type { ShownTicket } from './ticket.server';
import type { ListedTicket } from './tickets.server';

export interface NewReplies {
  /** True while a reply waits until the member wants to see it, because it would move what is being typed. */
  isWaiting: boolean;
  /** Shows the reply that waits, and moves the focus to it. */
  show(): void;
  /** The newest reply that arrived while the page was open, for screen readers; null before one. */
  spoken: { id: string; name: string } | null;
}

/**
 * Shows replies that arrive while the newest messages of the ticket are open. Nobody has seen a hidden page, so it waits
 * until the member comes back (docs/product/support.md#tickets).
 * @param formId the form above which replies are shown
 */
export function useNewReplies(
  { id, page: number, single, messages }: Pick<ShownTicket, 'id' | 'page' | 'single' | 'messages'>,
  formId: string,
): NewReplies {
  const { revalidate } = useRevalidator();
  // A single message is no page with the newest ones.
  const page = single ? 0 : number;
  const replies = messages.filter(({ author }) => author.is_staff);
  const newest = replies[replies.length - 1];
  const last = newest?.id ?? '';
  const known = useRef({ id, page, last });
  const wantsFocus = useRef(false);
  const [waitsAfter, setWaitsAfter] = useState<string | null>(null);
  const [spoken, setSpoken] = useState<(NewReplies['spoken'] & { ticket: number }) | null>(null);
  const isUnread = useUnreadTicket()?.id === id;

  const hear = useCallback(() => {
    if (document.hidden || page !== 1) return false;
    if (isTypingIn(formId)) setWaitsAfter(last);
    else revalidate();
    return true;
  }, [formId, page, last, revalidate]);
  useOnArrival(`/support/ticket/${id}`, (arrived) => {
    if (!arrived.endsWith(STATE)) return hear();
    // The refusal of an outdated reply tells the rest.
    if (!document.hidden && !isTypingIn(formId)) revalidate();
    return false;
  });
  // After a lost connection only the counters tell that something is new. A hidden page catches up when it is shown.
  useEffect(() => {
    if (!isUnread) return;
    hear();
    document.addEventListener('visibilitychange', hear);
    return () => document.removeEventListener('visibilitychange', hear);
  }, [isUnread, hear]);

  useEffect(() => {
    const before = known.current;
    known.current = { id, page, last };
    if (before.id !== id || before.page !== page || before.last === last || !newest) return;
    // What gets the focus is read.
    if (wantsFocus.current) document.getElementById(`m-${newest.id}`)?.focus();
    else setSpoken({ id: newest.id, name: newest.author.name, ticket: id });
    wantsFocus.current = false;
  }, [id, page, last, newest]);

  return {
    isWaiting: waitsAfter === last,
    show() {
      wantsFocus.current = true;
      revalidate();
    },
    spoken: spoken?.ticket === id ? spoken : null,
  };
}

const isTypingIn = (formId: string): boolean =>
  document.getElementById(formId)?.contains(document.activeElement) ?? false;

/**
 * Keeps the list up to date. Returns the subject of the ticket that has got a reply meanwhile, for screen readers.
 * @param isTop the list begins with the unread tickets, so it shows each reply
 */
export function useRepliesInList(tickets: ListedTicket[], isTop: boolean): string | null {
  const { revalidate } = useRevalidator();
  const [spoken, setSpoken] = useState<string | null>(null);
  const before = useRef(tickets);
  const isExpected = useRef(false);
  useOnArrival('/support/ticket', (arrived) => {
    isExpected.current = true;
    revalidate();
    return isTop && !document.hidden && !arrived.endsWith(STATE);
  });
  useEffect(() => {
    const known = before.current;
    before.current = tickets;
    if (known === tickets || !isExpected.current) return;
    isExpected.current = false;
    const unreadBefore = (id: number) => known.find((ticket) => ticket.id === id)?.unread ?? 0;
    const news = tickets.find(({ id, unread }) => unread > unreadBefore(id));
    if (news) setSpoken(news.subject);
  }, [tickets]);
  return spoken;
}
