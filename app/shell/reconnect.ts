/** What is connected again and again. */
export interface Link {
  connect(): void;
  disconnect(): void;
}

/** Why there is no connection: closed or out of reach, not let in by the web app for now, or turned away for good. */
export type Loss = 'closed' | 'failing' | 'refused';

export interface Reconnection {
  start(): void;
  /** The socket is open; the rest may take its time. */
  opened(): void;
  /** Everything is subscribed. */
  live(): void;
  lost(loss: Loss): void;
  /** Now rather than later: the network is back, or somebody looks again. */
  hurry(): void;
  stop(): void;
}

const LEAST_MS: Record<Loss, number> = { closed: 1200, failing: 5000, refused: 60_000 };
/** A restart is over by then. */
const EAGER_MS = 60_000;
const MOST_MS = 60_000;
/** Of a connection, before one was measured. */
const USUAL_MS = 3000;
const SUBSCRIBE_MS = 10_000;

interface Wait {
  loss: Loss;
  /** Since the connection was lost. */
  downMs: number;
  /** What a connection takes on this line. */
  usualMs: number;
  isOnline: boolean;
  /** From 0 to 1, so that a whole club does not come back in one moment. */
  random: number;
}

/**
 * How long an attempt has until the next takes its place: a good second in the first minute, so that a restarted
 * server is found within two, then a tenth of the time that it has been gone, and at most a minute.
 */
export function pauseMs({ loss, downMs, usualMs, isOnline, random }: Wait): number {
  const least = Math.max(isOnline ? LEAST_MS[loss] : MOST_MS, 3 * usualMs);
  const pause = downMs < EAGER_MS ? least : Math.max(least, downMs / 10);
  return Math.round(Math.min(pause, MOST_MS) * (0.8 + 0.4 * random));
}

/**
 * Connects a link and keeps it connected. pusher-js by itself waits up to 15 seconds for an attempt that met nobody,
 * so every attempt is ended and begun anew from here.
 */
export function keepConnected(link: Link, random: () => number, onLive: () => void): Reconnection {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let loss: Loss = 'closed';
  /** null while connected. */
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
      // An attempt that met nobody; the next one is under way.
      if (isStopped || (reason === 'closed' && lostAt !== null && !isOpen)) return;
      const wasLive = lostAt === null;
      isOpen = false;
      loss = reason;
      lostAt ??= Date.now();
      link.disconnect();
      // The first attempt comes at once, but not everybody's at the same moment.
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
