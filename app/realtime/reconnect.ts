/** The connection to keep. */
export interface Link {
  connect(): void;
  disconnect(): void;
}

/**
 * Why there is no connection. `closed`: it closed or the server is out of reach. `failing`: the web app cannot
 * authorize it now. `refused`: the service refuses it for good.
 */
export type Loss = 'closed' | 'failing' | 'refused';

export interface Reconnection {
  start(): void;
  /** The socket is open. The subscriptions may take longer. */
  opened(): void;
  /** All channels are subscribed. */
  live(): void;
  lost(loss: Loss): void;
  /** Tries at once, because the network is back or the tab is visible again. */
  hurry(): void;
  stop(): void;
}

const LEAST_MS: Record<Loss, number> = { closed: 1200, failing: 5000, refused: 60_000 };
/** A restart of the server takes less than this. */
const EAGER_MS = 60_000;
const MOST_MS = 60_000;
/** The assumed time to connect before the first measurement. */
const USUAL_MS = 3000;
const SUBSCRIBE_MS = 10_000;

interface Wait {
  loss: Loss;
  /** Time since the connection was lost. */
  downMs: number;
  /** The usual time to connect on this network. */
  usualMs: number;
  isOnline: boolean;
  /** From 0 to 1. It spreads the attempts, so that not all members reconnect in one moment. */
  random: number;
}

/**
 * Returns the time until the next attempt replaces this one: a little over a second in the first minute, so that a
 * restarted server is found within two; then a tenth of the downtime, at most a minute. `random` spreads it by 20 %.
 */
export function pauseMs({ loss, downMs, usualMs, isOnline, random }: Wait): number {
  const least = Math.max(isOnline ? LEAST_MS[loss] : MOST_MS, 3 * usualMs);
  const pause = downMs < EAGER_MS ? least : Math.max(least, downMs / 10);
  return Math.round(Math.min(pause, MOST_MS) * (0.8 + 0.4 * random));
}

/**
 * Connects a link and keeps it connected. pusher-js waits up to 15 seconds for an attempt without an answer, so this
 * function ends and begins every attempt itself.
 */
export function keepConnected(link: Link, random: () => number, onLive: () => void): Reconnection {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let loss: Loss = 'closed';
  /** Null while connected. */
  let lostAt: number | null = null;
  let triedAt = 0;
  let usualMs = USUAL_MS;
  let isOpen = false;
  let isStopped = false;

  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(attempt, ms);
  };
  const pause = () => {
    const downMs = Date.now() - (lostAt ?? Date.now());
    return pauseMs({ loss, downMs, usualMs, isOnline: navigator.onLine !== false, random: random() });
  };
  function begin() {
    isOpen = false;
    lostAt ??= Date.now();
    triedAt = Date.now();
    link.connect();
    wait(pause());
  }
  function attempt() {
    link.disconnect();
    begin();
  }
  return {
    start: begin,
    opened() {
      if (isStopped || lostAt === null) return;
      isOpen = true;
      wait(SUBSCRIBE_MS);
    },
    live() {
      if (isStopped) return;
      clearTimeout(timer);
      usualMs = Date.now() - triedAt;
      lostAt = null;
      loss = 'closed';
      onLive();
    },
    lost(reason) {
      // This attempt got no answer. The next one is already planned.
      if (isStopped || (reason === 'closed' && lostAt !== null && !isOpen)) return;
      const wasLive = lostAt === null;
      isOpen = false;
      loss = reason;
      lostAt ??= Date.now();
      link.disconnect();
      // The first attempt comes soon, but at a random moment, so that not all members reconnect together.
      wait(wasLive && reason === 'closed' ? pause() * random() : pause());
    },
    hurry() {
      if (!isStopped && lostAt !== null && Date.now() - triedAt >= LEAST_MS.closed) attempt();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      link.disconnect();
    },
  };
}
