import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const shown: FakeNotification[] = [];

class FakeNotification {
  static permission = 'granted';
  onclick: (() => void) | null = null;
  close = vi.fn();
  constructor(
    readonly title: string,
    readonly options: NotificationOptions,
  ) {
    shown.push(this);
  }
}

const notification = { id: 'n1', title: 'Payment received', description: '100.00 EUR' };
const page = { hidden: true };
const focus = vi.fn();
const onOpen = vi.fn();
let showInBackground: typeof import('./browser-notification.client').showInBackground;
let otherTab: BroadcastChannel;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.resetModules();
  Object.assign(page, { hidden: true });
  FakeNotification.permission = 'granted';
  shown.length = 0;
  vi.stubGlobal('window', { BroadcastChannel, Notification: FakeNotification, focus });
  vi.stubGlobal('Notification', FakeNotification);
  vi.stubGlobal('document', page);
  otherTab = new BroadcastChannel('notifications-seen');
  ({ showInBackground } = await import('./browser-notification.client'));
});
afterEach(() => {
  otherTab.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a browser notification', () => {
  it('is shown while nobody looks, and closes after 8 seconds', async () => {
    showInBackground(notification, onOpen);
    await vi.advanceTimersByTimeAsync(500);
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({ title: 'Payment received', options: { body: '100.00 EUR', tag: 'n1' } });
    await vi.advanceTimersByTimeAsync(7400);
    expect(shown[0]?.close).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(600);
    expect(shown[0]?.close).toHaveBeenCalled();
  });

  it('brings the tab to the front and opens when it is clicked', async () => {
    showInBackground(notification, onOpen);
    await vi.advanceTimersByTimeAsync(500);
    shown[0]?.onclick?.();
    expect(focus).toHaveBeenCalled();
    expect(onOpen).toHaveBeenCalled();
    expect(shown[0]?.close).toHaveBeenCalledTimes(1);
  });

  it.each(['default', 'denied'])('is not shown where permission is %s', async (permission) => {
    FakeNotification.permission = permission;
    showInBackground(notification, onOpen);
    await vi.advanceTimersByTimeAsync(500);
    expect(shown).toHaveLength(0);
  });

  it('is not shown while somebody looks, who tells the other tabs', async () => {
    page.hidden = false;
    const told = new Promise((resolve) => {
      otherTab.onmessage = ({ data }) => resolve(data);
    });
    showInBackground(notification, onOpen);
    expect(await told).toBe('n1');
    await vi.advanceTimersByTimeAsync(500);
    expect(shown).toHaveLength(0);
  });

  it('is not shown where another tab is looked at', async () => {
    // This channel joins last, so it receives the message last.
    const thirdTab = new BroadcastChannel('notifications-seen');
    const told = new Promise((resolve) => {
      thirdTab.onmessage = resolve;
    });
    otherTab.postMessage('n1');
    await told;
    thirdTab.close();
    showInBackground(notification, onOpen);
    await vi.advanceTimersByTimeAsync(500);
    expect(shown).toHaveLength(0);
    showInBackground({ ...notification, id: 'n2' }, onOpen);
    await vi.advanceTimersByTimeAsync(500);
    expect(shown).toHaveLength(1);
  });
});
