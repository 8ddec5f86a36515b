import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Phase, startCountdown } from './session-countdown';

const MINUTE = 60_000;

describe('the countdown to the end of the session', () => {
  const phases: Phase[] = [];
  beforeEach(() => {
    phases.length = 0;
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());
  const start = (inMs: number) => startCountdown(Date.now() + inMs, (phase) => phases.push(phase));

  it('warns two minutes before the end and tells the end, each once', () => {
    start(60 * MINUTE);
    vi.advanceTimersByTime(58 * MINUTE - 1000);
    expect(phases).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(phases).toEqual(['warning']);
    vi.advanceTimersByTime(2 * MINUTE - 1000);
    expect(phases).toEqual(['warning']);
    vi.advanceTimersByTime(1000);
    expect(phases).toEqual(['warning', 'over']);
    vi.advanceTimersByTime(10 * MINUTE);
    expect(phases).toEqual(['warning', 'over']);
  });

  it('warns at once when little is left', () => {
    start(30_000);
    expect(phases).toEqual(['warning']);
  });

  it('takes the warning back when the end moves', () => {
    const countdown = start(MINUTE);
    countdown.setEnd(Date.now() + 60 * MINUTE);
    expect(phases).toEqual(['warning', 'calm']);
    vi.advanceTimersByTime(5 * MINUTE);
    expect(phases).toEqual(['warning', 'calm']);
  });

  it('finds the session over after a sleep in which no timer ran', () => {
    start(60 * MINUTE);
    vi.setSystemTime(Date.now() + 8 * 60 * MINUTE);
    vi.advanceTimersByTime(1000);
    expect(phases).toEqual(['over']);
  });

  it('is silent once stopped', () => {
    start(3 * MINUTE).stop();
    vi.advanceTimersByTime(5 * MINUTE);
    expect(phases).toEqual([]);
  });
});
