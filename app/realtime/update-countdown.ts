/** Time from the update notice to the automatic reload (specification, section 9). */
const RELOAD_AFTER_MS = 5000;
const CHECK_EVERY_MS = 250;

export interface UpdateCountdown {
  /** True while a form has unsent input or is being sent. The countdown then stops. */
  isHeld(): boolean;
  /** Called at the start and on each change. */
  onHold(isHeld: boolean): void;
  onOver(): void;
}

/**
 * Counts down five seconds without a hold.
 * @returns a function that stops it
 */
export function startUpdateCountdown({ isHeld, onHold, onOver }: UpdateCountdown): () => void {
  let left = RELOAD_AFTER_MS;
  let checkedAt = Date.now();
  let wasHeld = isHeld();
  onHold(wasHeld);
  const check = () => {
    const now = Date.now();
    const held = isHeld();
    if (!held && !wasHeld) left -= now - checkedAt;
    checkedAt = now;
    if (held !== wasHeld) onHold(held);
    wasHeld = held;
    if (left > 0) return;
    clearInterval(timer);
    onOver();
  };
  const timer = setInterval(check, CHECK_EVERY_MS);
  return () => clearInterval(timer);
}
