/**
 * A line between the processes on one PostgreSQL: what one says, all others hear, in order (LISTEN and NOTIFY). The
 * embedded database needs none, because it has one process.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { describeFailure } from './failures';
import { Parts, partsOf, sealPart } from './line-parts';
import { CHANNEL, LISTENER, notify, openSession } from './line-session';

export interface Line {
  /** The number of other processes that listen. */
  readonly others: number;
  /** Says something to all other processes. It waits while the connection is down. */
  say(words: string): void;
  /** The same for what may be lost: nothing is said while the connection is down, or while much waits. */
  mention(words: string): void;
  /** Says what still waits, then closes the connection. */
  close(): Promise<void>;
}

export interface LineOptions {
  databaseUrl: string;
  /** Newest first. The newest seals what this process says; what others say opens with any of them. */
  secrets: string[];
  log: Logger;
  onHeard(words: string, from: string): void;
  /** Another process listens now. It does not know what was said before. */
  onArrived(): void;
  /** Another process has ended, or has been silent for long. */
  onLost(from: string): void;
  /** Something that others said may have been missed. */
  onGap(): void;
  /** How long the first notification may take. */
  patienceMs?: number;
}

/** The database does not deliver what is said. */
export class LineDeaf extends Error {
  override name = 'LineDeaf';
}

const PULSE_MS = 5000;
/** A connection that does not deliver its own pulse for this long is dead. */
const DEAF_MS = 15_000;
/** A process that is silent for this long has ended. Longer, so that one that stood still notices it first. */
const SILENCE_MS = 25_000;
const RECONNECT_MS = 500;
/** Parts that wait while the connection is down. The oldest go first; those who listen notice the gap. */
const MOST_WAITING = 20_000;
const PARTS_AT_ONCE = 200;
/** With so many parts before it, what may be lost is not said. */
const MANY_WAITING = 200;
/** Everybody who may connect can send what does not open, so the log says it once in this time. */
const COMPLAINT_MS = 10 * 60_000;

/**
 * Opens a line and listens.
 * @throws LineDeaf if the database accepts the connection but delivers nothing, as a pooler in transaction mode
 */
export async function openLine(options: LineOptions): Promise<Line> {
  const own = randomBytes(6).toString('hex');
  const lastHeard = new Map<string, number>();
  const parts = new Parts(options.secrets);
  const waiting: string[] = [];
  let number = 0;
  let client: pg.Client | null = null;
  let sending: Promise<void> | null = null;
  let isClosed = false;
  let firstPulse: (() => void) | undefined;
  let foreign = 0;
  let complainedAt = Number.NEGATIVE_INFINITY;

  function hear({ payload = '' }: pg.Notification) {
    const part = parts.read(payload, Date.now());
    if (part === 'foreign') return complain();
    if (part === 'known') return;
    const { from, isListening, isGap, words } = part;
    const isNew = isListening && !lastHeard.has(from);
    if (isListening) lastHeard.set(from, Date.now());
    if (from === own) return firstPulse?.();
    if (isNew) {
      // So that it knows this process, too.
      say(PULSE);
      options.onArrived();
    } else if (isGap) options.onGap();
    if (words === BYE) forget(from);
    else if (words) options.onHeard(words, from);
  }

  function complain() {
    foreign++;
    if (Date.now() - complainedAt < COMPLAINT_MS) return;
    complainedAt = Date.now();
    options.log.warn({ parts: foreign }, 'the line between the processes has parts that do not open');
    foreign = 0;
  }

  function forget(from: string) {
    lastHeard.delete(from);
    parts.rest(from);
    options.onLost(from);
  }

  function say(words: string) {
    for (const part of partsOf(words)) waiting.push(`${own} L${++number} ${part}`);
    if (!client && waiting.length > MOST_WAITING) waiting.splice(0, waiting.length - MOST_WAITING);
    sending ??= send().finally(() => {
      sending = null;
    });
  }

  function mention(words: string) {
    if (client && waiting.length < MANY_WAITING) say(words);
  }

  async function send() {
    while (client && waiting.length > 0) {
      const through: pg.Client = client;
      const some = waiting.slice(0, PARTS_AT_ONCE);
      // Sealed when they are sent: what has waited for a connection is not too old then.
      const sealed = some.map((part) => sealPart(options.secrets, part, Date.now()));
      try {
        await notify(through, sealed);
      } catch (error) {
        // Those that arrived are known by their numbers when they are sent again.
        return drop(through, error);
      }
      waiting.splice(0, some.length);
    }
  }

  function drop(lost: pg.Client, error: unknown) {
    if (client !== lost) return;
    client = null;
    lost.end().catch(() => {});
    if (isClosed) return;
    options.log.warn({ reason: describeFailure(error) }, 'the line between the processes is down');
    void reconnect();
  }

  async function reconnect() {
    while (!isClosed) {
      await wait(RECONNECT_MS, undefined, { ref: false });
      try {
        await connect();
        options.log.info('the line between the processes is up again');
        options.onGap();
        // Those who arrived meanwhile have to learn of this process, and this one of them.
        options.onArrived();
        return;
      } catch {
        // The next attempt follows.
      }
    }
  }

  async function connect() {
    const opened = await openSession(options.databaseUrl, LISTENER);
    opened.on('notification', hear);
    opened.on('error', (error) => drop(opened, error));
    opened.on('end', () => drop(opened, new Error('The connection ended')));
    try {
      await opened.query(`listen ${CHANNEL}`);
    } catch (error) {
      await opened.end().catch(() => {});
      throw error;
    }
    if (isClosed) return opened.end();
    parts.restAll();
    lastHeard.set(own, Date.now());
    client = opened;
    pulse();
  }

  function pulse() {
    const now = Date.now();
    parts.tidy(now);
    if (!client) return;
    if (now - (lastHeard.get(own) ?? now) > DEAF_MS) return drop(client, new Error('It hears nothing'));
    for (const [from, at] of lastHeard) if (from !== own && now - at > SILENCE_MS) forget(from);
    say(PULSE);
  }

  const heard = new Promise<boolean>((resolve) => {
    firstPulse = () => resolve(true);
  });
  await connect();
  const isHeard = await Promise.race([heard, wait(options.patienceMs ?? 10_000, false, { ref: false })]);
  const pulses = setInterval(pulse, PULSE_MS).unref();

  async function close() {
    isClosed = true;
    clearInterval(pulses);
    say(BYE);
    await sending;
    const closing = client;
    client = null;
    await closing?.end().catch(() => {});
  }
  if (!isHeard) {
    await close();
    throw new LineDeaf(
      'the database delivers no notifications between processes: name the PostgreSQL itself in DATABASE_URL, or a pooler in session mode',
    );
  }
  return {
    get others() {
      return lastHeard.size - 1;
    },
    say,
    mention,
    close,
  };
}

const PULSE = '';
const BYE = 'bye';
