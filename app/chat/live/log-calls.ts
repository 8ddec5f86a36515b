import type { ChatMessage } from '../../../upstream/contract/chat-messages';
import { withSocketId } from '../../platform/browser/connection.client';
import { tellTabs } from '../../platform/browser/session-channel';
import { logPath, readPath } from '../chat-paths';

export interface LogPage {
  /** The oldest first. */
  messages: ChatMessage[];
  /** Whether there are more before the first and after the last. */
  hasOlder: boolean;
  hasNewer: boolean;
  /** The last message of the conversation. */
  newest: string | null;
  /** Messages of the others that the member has not read. */
  unread: number;
  /** The newest message that the member has read, and that the other side has read. */
  readTo: string | null;
  otherRead: string | null;
}

/** The body of an answer to a sent message. */
export interface SendAnswer {
  message?: ChatMessage;
  /** Milliseconds until the session ends. */
  expiresIn?: number;
  /** Why it was refused. */
  words?: string;
}

/** At most one of them is set. */
export interface Place {
  before?: string;
  after?: string;
  around?: string;
}

/** `ended`: the session is over, or the member has to do something else first. The page then leads there. */
export type Sent =
  | { as: 'sent'; message: ChatMessage }
  | { as: 'refused'; words: string }
  | { as: 'limited'; words: string; seconds: number }
  | { as: 'lost' | 'ended' };

const ANSWER_MS = 20_000;

/** Asks for messages in the background. Returns null without an answer, and `ended` as `Sent` does. */
export async function fetchLog(id: string, place: Place = {}): Promise<LogPage | 'ended' | null> {
  const url = `${logPath(id)}?${new URLSearchParams({ ...place })}`;
  const answer = await ask(url, { headers: { 'x-background': '1' } });
  if (answer === null || !answer.ok) return answer && isEnded(answer) ? 'ended' : null;
  return answer.body as LogPage;
}

/** Sends a message. The same `clientId` writes it once. */
export async function sendText(id: string, csrf: string, text: string, clientId: string): Promise<Sent> {
  const body = new URLSearchParams({ csrf, message: text, client_id: clientId });
  const answer = await ask(logPath(id), { method: 'POST', body });
  if (answer === null || answer.status >= 500) return { as: 'lost' };
  const { message, expiresIn, words = '' } = answer.body as SendAnswer;
  if (answer.ok && message) {
    if (expiresIn) tellTabs({ type: 'ends', at: Date.now() + expiresIn });
    return { as: 'sent', message };
  }
  if (isEnded(answer)) return { as: 'ended' };
  if (answer.status === 429) return { as: 'limited', words, seconds: answer.retryAfter };
  return { as: 'refused', words };
}

/** Marks messages up to this one as read. Returns whether that was done. */
export async function markRead(id: string, csrf: string, messageId: string): Promise<boolean> {
  const body = new URLSearchParams({ csrf, last_message_id: messageId });
  const answer = await ask(readPath(id), { method: 'POST', body, headers: { 'x-background': '1' } });
  return answer?.ok ?? false;
}

interface Answer {
  ok: boolean;
  status: number;
  retryAfter: number;
  body: unknown;
}

/** Returns null without a network, and when no answer has come for too long. */
async function ask(url: string, init: RequestInit): Promise<Answer | null> {
  const given = new AbortController();
  const timer = setTimeout(() => given.abort(), ANSWER_MS);
  try {
    const answer = await fetch(url, { ...withSocketId(init), ...(init.method ? null : init), signal: given.signal });
    const { ok, status, headers } = answer;
    return { ok, status, retryAfter: Number(headers.get('Retry-After')) || 1, body: await answer.json() };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** The lock page, the login and the terms are pages of their own. */
const isEnded = ({ status, body }: Answer) => status === 401 || (body as { kind?: unknown } | null)?.kind === 'terms';
