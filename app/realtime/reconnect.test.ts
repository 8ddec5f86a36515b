import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepConnected, pauseMs } from './reconnect';

const restart = { loss: 'closed', downMs: 5000, usualMs: 50, isOnline: true, random: 0.5 } as const;

describe('how long an attempt has', () => {
  it('is short while a server may be restarting, so that it is found within two seconds', () => {
    for (const downMs of [0, 30_000, 59_999]) {
      expect(pauseMs({ ...restart, downMs })).toBe(1200);
      expect(pauseMs({ ...restart, downMs, random: 1 })).toBeLessThan(1500);
    }
  });

  it('grows with the time that the server has been gone, up to a minute', () => {
    expect(pauseMs({ ...restart, downMs: 120_000 })).toBe(12_000);
    expect(pauseMs({ ...restart, downMs: 24 * 3600_000 })).toBe(60_000);
  });

  it('is spread, so that not everybody comes at once', () => {
    const pauses = [0, 0.25, 1].map((random) => pauseMs({ ...restart, random }));
    expect(pauses).toEqual([960, 1080, 1440]);
  });

  it('leaves a slow line the time that it needs', () => {
    expect(pauseMs({ ...restart, usualMs: 2000 })).toBe(6000);
  });

  it('is long where the web app fails, longer where the service turned us away, and without a network', () => {
    expect(pauseMs({ ...restart, loss: 'failing' })).toBe(5000);
    expect(pauseMs({ ...restart, loss: 'refused' })).toBe(60_000);
    expect(pauseMs({ ...restart, isOnline: false })).toBe(60_000);
  });
});

describe('a connection', () => {
  const link = { connect: vi.fn(), disconnect: vi.fn() };
  const onLive = vi.fn();
  let connection: ReturnType<typeof keepConnected>;
  const attempts = () => link.connect.mock.calls.length;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('navigator', { onLine: true });
    for (const mock of [link.connect, link.disconnect, onLive]) mock.mockReset();
    connection = keepConnected(link, () => 0.5, onLive);
    connection.start();
  });
  afterEach(() => {
    connection.stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** The server answers after `ms` and accepts the subscriptions. */
  async function goLive(ms = 50) {
    await vi.advanceTimersByTimeAsync(ms);
    connection.opened();
    connection.live();
  }

  it('is begun once, and left in peace while it lives', async () => {
    await goLive();
    await vi.advanceTimersByTimeAsync(3600_000);
    expect(attempts()).toBe(1);
    expect(link.disconnect).not.toHaveBeenCalled();
    expect(onLive).toHaveBeenCalledTimes(1);
  });

  it('that a restart cut is tried again within a second, and then every second or so', async () => {
    await goLive();
    connection.lost('closed');
    await vi.advanceTimersByTimeAsync(1000);
    expect(attempts()).toBe(2);
    await vi.advanceTimersByTimeAsync(6000);
    expect(attempts()).toBe(7);
    await goLive();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(attempts()).toBe(7);
    expect(onLive).toHaveBeenCalledTimes(2);
  });

  it('does not hammer a server that stays away', async () => {
    await goLive();
    connection.lost('closed');
    await vi.advanceTimersByTimeAsync(60_000);
    const inFirstMinute = attempts();
    expect(inFirstMinute).toBeGreaterThan(40);
    await vi.advanceTimersByTimeAsync(3540_000);
    expect(attempts() - inFirstMinute).toBeLessThan(100);
  });

  it('ends an attempt before it begins the next', async () => {
    await goLive();
    connection.lost('closed');
    link.disconnect.mockClear();
    await vi.advanceTimersByTimeAsync(600);
    expect(link.disconnect.mock.invocationCallOrder[0]).toBeLessThan(link.connect.mock.invocationCallOrder[1] ?? 0);
  });

  it('that is open has time to be let in', async () => {
    await goLive();
    connection.lost('closed');
    await vi.advanceTimersByTimeAsync(600);
    connection.opened();
    await vi.advanceTimersByTimeAsync(9000);
    expect(attempts()).toBe(2);
    connection.live();
    expect(onLive).toHaveBeenCalledTimes(2);
  });

  it('that closes before it is let in is tried again at once', async () => {
    await goLive();
    connection.lost('closed');
    await vi.advanceTimersByTimeAsync(600);
    connection.opened();
    connection.lost('closed');
    await vi.advanceTimersByTimeAsync(1200);
    expect(attempts()).toBe(3);
  });

  it('tells of nobody there once: pusher-js says it of every attempt', async () => {
    await goLive();
    connection.lost('closed');
    for (let tenths = 0; tenths < 30; tenths++) {
      await vi.advanceTimersByTimeAsync(100);
      connection.lost('closed');
    }
    expect(attempts()).toBe(4);
  });

  it('is tried at once when the network is back, and otherwise rarely without one', async () => {
    await goLive();
    vi.stubGlobal('navigator', { onLine: false });
    connection.lost('failing');
    await vi.advanceTimersByTimeAsync(50_000);
    expect(attempts()).toBe(1);
    connection.hurry();
    expect(attempts()).toBe(2);
  });

  it('is not hurried while it lives, nor twice in a moment', async () => {
    await goLive();
    connection.hurry();
    expect(attempts()).toBe(1);
    connection.lost('refused');
    await vi.advanceTimersByTimeAsync(2000);
    connection.hurry();
    connection.hurry();
    expect(attempts()).toBe(2);
  });

  it('that is stopped stays away, whatever comes', async () => {
    await goLive();
    connection.stop();
    connection.lost('closed');
    connection.hurry();
    connection.live();
    await vi.advanceTimersByTimeAsync(3600_000);
    expect(attempts()).toBe(1);
    expect(link.disconnect).toHaveBeenCalledTimes(1);
    expect(onLive).toHaveBeenCalledTimes(1);
  });
});
