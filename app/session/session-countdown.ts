/** Token expiry is checked every second (specification, section 9). */
const CHECK_EVERY_MS = 1000;
/** How long before the end the warning appears. */
const WARN_MS = 2 * 60 * 1000;

export type Phase = 'calm' | 'warning' | 'over';

export interface Countdown {
  /** Moves the end, in milliseconds since 1970. */
  setEnd(endsAt: number): void;
  stop(): void;
}

/**
 * Reports each phase when it begins. It uses the wall clock, so that the session is over when a laptop wakes up later.
 */
export function startCountdown(endsAt: number, onPhase: (phase: Phase) => void): Countdown {
  let end = endsAt;
  let phase: Phase = 'calm';
  const check = () => {
    const next = phaseAt(end, Date.now());
    if (next === phase) return;
    phase = next;
    onPhase(next);
  };
  const timer = setInterval(check, CHECK_EVERY_MS);
  check();
  return {
    setEnd(next) {
      end = next;
      check();
    },
    stop: () => clearInterval(timer),
  };
}

function phaseAt(endsAt: number, now: number): Phase {
  if (now >= endsAt) return 'over';
  return now >= endsAt - WARN_MS ? 'warning' : 'calm';
}
