import { keepEntries, keptEntries } from '../../drafts/drafts';
import { conversationPath } from '../chat-paths';

/** What a member wrote and could not send yet. This tab keeps it as it keeps drafts. */
export interface KeptMessage {
  clientId: string;
  text: string;
}

const placeOf = (id: string) => `unsent ${conversationPath(id)}`;

export const keptMessages = (owner: number, id: string): KeptMessage[] =>
  keptEntries(owner, placeOf(id)).map(({ name, state }) => ({ clientId: name, text: state }));

export function keepMessage(owner: number, id: string, { clientId, text }: KeptMessage) {
  const others = keptEntries(owner, placeOf(id)).filter(({ name }) => name !== clientId);
  const entry = { name: clientId, which: '0', state: text, served: null };
  keepEntries(owner, placeOf(id), [...others, entry], Date.now());
}

/** Forgets a message that was sent or discarded. After the member has signed out there is none, and none comes back. */
export function forgetMessage(owner: number, id: string, clientId: string) {
  const others = keptEntries(owner, placeOf(id)).filter(({ name }) => name !== clientId);
  keepEntries(owner, placeOf(id), others, Date.now());
}

/** Restarts the time for which the messages are kept. */
export const keepOn = (owner: number, id: string) =>
  keepEntries(owner, placeOf(id), keptEntries(owner, placeOf(id)), Date.now());
