import { deflateRawSync } from 'node:zlib';
import { shortened } from '../platform/page/shortened';

/**
 * Bytes of text that a page has room for (quality: 14,600 bytes): compressed ones of a conversation, and plain ones of a
 * message. Letters at random hardly get smaller.
 */
const ROOM = { conversation: 700, message: 2200 };
/** Characters of the beginning that is shown of a text that does not fit. */
const BEGINNING = { newest: 760, other: 52 };
/** Shorter ones would take as much with the link to the whole text. */
const SHORT = 90;

/**
 * Shortens long texts of a page of messages until the others fit. The newest comes first, because the page is opened
 * for it, then the newer ones before the older ones.
 * @param messages oldest first
 */
export function foldMessages<M extends { body: string }>(messages: M[]): (M & { isFolded: boolean })[] {
  const newest = messages[messages.length - 1];
  let room = ROOM.conversation;
  return messages
    .toReversed()
    .map((message) => {
      const isFolded = bytesOf(message.body) > SHORT && sizeOf(message.body) > room;
      const body = isFolded
        ? beginningOf(message.body, BEGINNING[message === newest ? 'newest' : 'other'])
        : message.body;
      room -= sizeOf(body);
      return { ...message, body, isFolded };
    })
    .toReversed();
}

/** Returns a long text in parts, each of which fits on a page, cut between words where there are any. */
export function partsOf(text: string): [string, ...string[]] {
  const parts: [string, ...string[]] = [''];
  for (const word of text.match(/\S{1,200}\s*/gu) ?? []) {
    const last = parts.length - 1;
    if (bytesOf(parts[last] + word) > ROOM.message) parts.push(word);
    else parts[last] += word;
  }
  return parts;
}

/** A script other than Latin takes more bytes, so fewer of its characters fit. */
const beginningOf = (text: string, most: number) => {
  const short = Math.floor((most * text.length) / bytesOf(text));
  return shortened(text, { longest: short, short });
};

const bytesOf = (text: string) => Buffer.byteLength(text);

const sizeOf = (text: string) => deflateRawSync(text).length;
