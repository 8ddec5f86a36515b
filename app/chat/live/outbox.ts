import type { Sent } from './log-calls';
import type { LogChange, LogState } from './store';

/** The longest pause before what was lost is tried again. */
const LONGEST_MS = 30_000;

interface OutboxOptions {
  log(): Pick<LogState, 'unsent'>;
  change(change: LogChange): void;
  send(text: string, clientId: string): Promise<Sent>;
  onSent(message: Extract<Sent, { as: 'sent' }>['message'], clientId: string): void;
  /** The session is over, or nobody can write any more. */
  onStale(): void;
}

/**
 * Sends what the member wrote, one after the other, in order. One that cannot be sent holds those behind it. A lost
 * message, and one beyond the limit, is sent again by itself; a refused one waits for the member.
 */
export function createOutbox({ log, change, send, onSent, onStale }: OutboxOptions) {
  let isBusy = false;
  let isClosed = false;
  let losses = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run() {
    if (isBusy) return;
    isBusy = true;
    for (let next = log().unsent[0]; next?.state === 'waiting'; next = log().unsent[0]) {
      const { clientId, text } = next;
      change({ type: 'stopped', clientId, state: 'sending' });
      const sent = await send(text, clientId);
      if (sent.as === 'sent') {
        losses = 0;
        onSent(sent.message, clientId);
      } else stop(clientId, sent);
    }
    isBusy = false;
  }

  function stop(clientId: string, sent: Exclude<Sent, { as: 'sent' }>) {
    const words = 'words' in sent ? sent.words : undefined;
    const state = sent.as === 'lost' || sent.as === 'ended' ? 'failed' : sent.as;
    change({ type: 'stopped', clientId, state, words });
    if (isClosed) return;
    if (sent.as === 'ended' || sent.as === 'refused') onStale();
    if (sent.as === 'limited') later(sent.seconds * 1000);
    if (sent.as === 'lost') later(Math.min(1000 * 2 ** ++losses, LONGEST_MS));
  }

  function later(milliseconds: number) {
    clearTimeout(timer);
    timer = setTimeout(retry, milliseconds);
  }

  /** Tries the first one again. */
  function retry() {
    clearTimeout(timer);
    const [first] = log().unsent;
    if (first && first.state !== 'sending') change({ type: 'stopped', clientId: first.clientId, state: 'waiting' });
    void run();
  }

  return {
    write(text: string, clientId: string) {
      change({ type: 'wrote', clientId, text });
      void run();
    },
    discard(clientId: string) {
      change({ type: 'discarded', clientId });
      void run();
    },
    retry,
    /** Called when there is a network again. */
    hurry() {
      losses = 0;
      if (log().unsent[0]?.state === 'failed') retry();
    },
    /** What can be sent is still sent. Nothing is tried again. */
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
