import { shortened } from '../platform/page/shortened';

/** Characters of text that a page of messages has room for (quality: 14,600 bytes). */
const ROOM = 2500;
const LIMITS = { longest: 300, short: 200 };

/**
 * Shortens long texts of a page of messages until the others fit. The asked one stays whole; if there is none, the
 * newest, for which the page is opened. Then the newer ones come before the older ones.
 * @param messages oldest first
 */
export function foldMessages<M extends { id: string; body: string }>(
  messages: M[],
  asked: string | null,
): (M & { isFolded: boolean })[] {
  const kept = messages.find(({ id }) => id === asked) ?? messages[messages.length - 1];
  let room = ROOM - (kept?.body.length ?? 0);
  return messages
    .toReversed()
    .map((message) => {
      const folded = shortened(message.body, LIMITS);
      if (message === kept || folded === message.body) return { ...message, isFolded: false };
      const isFolded = message.body.length > room;
      if (!isFolded) room -= message.body.length;
      return { ...message, ...(isFolded && { body: folded }), isFolded };
    })
    .toReversed();
}
