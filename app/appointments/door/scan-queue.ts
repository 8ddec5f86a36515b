/** Scans of a device without a network, kept until they are sent. They outlive the tab. */

export interface QueuedScan {
  /** The text of the QR code, or what was typed. */
  text: string;
  at: string;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const nameOf = (label: string) => `check-in ${label}`;

export function readQueue(storage: Storage, label: string): QueuedScan[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(nameOf(label)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isScan) : [];
  } catch {
    return [];
  }
}

const isScan = (one: unknown): one is QueuedScan =>
  typeof (one as QueuedScan)?.text === 'string' && typeof (one as QueuedScan).at === 'string';

/** Writes the queue and returns it. Without room or permission it lives as long as the page. */
export function writeQueue(storage: Storage, label: string, queue: QueuedScan[]): QueuedScan[] {
  try {
    if (queue.length > 0) storage.setItem(nameOf(label), JSON.stringify(queue));
    else storage.removeItem(nameOf(label));
  } catch {
    // The page still has it.
  }
  return queue;
}
