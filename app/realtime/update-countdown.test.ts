import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startUpdateCountdown } from './update-countdown';

describe('the countdown to the update', () => {
  let held = false;
  const onHold = vi.fn<(isHeld: boolean) => void>();
  const onOver = vi.fn<() => void>();
  beforeEach(() => {
    held = false;
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.clearAllMocks();
  });
  const start = () => startUpdateCountdown({ isHeld: () => held, onHold, onOver });

  it('is over after five seconds, once', () => {
    start();
    vi.advanceTimersByTime(4999);
    expect(onOver).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onOver).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60_000);
    expect(onOver).toHaveBeenCalledTimes(1);
    expect(onHold.mock.calls).toEqual([[false]]);
  });

  it('stands still while a form holds something, and goes on where it was', () => {
    start();
    vi.advanceTimersByTime(3000);
    held = true;
    vi.advanceTimersByTime(3_600_000);
    expect(onOver).not.toHaveBeenCalled();
    held = false;
    vi.advanceTimersByTime(1750);
    expect(onOver).not.toHaveBeenCalled();
    vi.advanceTimersByTime(750);
    expect(onOver).toHaveBeenCalledTimes(1);
    expect(onHold.mock.calls).toEqual([[false], [true], [false]]);
  });

  it('says at once that it is held', () => {
    held = true;
    start();
    expect(onHold.mock.calls).toEqual([[true]]);
  });

  it('is over after a sleep in which no timer ran, unless it was held', () => {
    start();
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(250);
    expect(onOver).toHaveBeenCalledTimes(1);

    onOver.mockClear();
    held = true;
    start();
    vi.setSystemTime(Date.now() + 3_600_000);
    held = false;
    vi.advanceTimersByTime(250);
    expect(onOver).not.toHaveBeenCalled();
  });

  it('is silent once stopped', () => {
    start()();
    vi.advanceTimersByTime(60_000);
    expect(onOver).not.toHaveBeenCalled();
  });
});
