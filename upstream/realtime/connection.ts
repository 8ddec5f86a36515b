import type { Listener } from './channels';
import { type Allowance, clientEventRate, frameRate, fullAllowance, maxBacklogBytes } from './limits';
import type { PresentUser } from './presence';

/** What is needed of a websocket; `ws` has it. */
export interface Wire {
  readonly readyState: number;
  /** Bytes that were sent and not yet taken. */
  readonly bufferedAmount: number;
  send(text: string): void;
  close(code: number, reason: string): void;
  terminate(): void;
}

const OPEN = 1;
const CLOSED = 3;

/** One client's socket with all that the endpoint remembers of it. */
export class Connection implements Listener {
  readonly channels = new Set<string>();
  /** Channels that it may enter by a signature, whether it did or not. */
  readonly signedFor = new Set<string>();
  /** Who signed in on it. */
  user: PresentUser | null = null;
  /** When it first entered a channel that is not public; 0 before. */
  authorizedAt = 0;
  /** When it was asked whether it is there; 0 once it has said something since. */
  pingedAt = 0;
  heardAt: number;
  readonly frames: Allowance;
  readonly clientEvents: Allowance;

  constructor(
    readonly id: string,
    private readonly wire: Wire,
    /** What the websocket itself writes to; without compression it writes whole frames, between which others fit. */
    private readonly stream: { write(bytes: Buffer): unknown },
    now: number,
  ) {
    this.heardAt = now;
    this.frames = fullAllowance(frameRate, now);
    this.clientEvents = fullAllowance(clientEventRate, now);
  }

  get isOpen(): boolean {
    return this.wire.readyState === OPEN;
  }

  get isClosed(): boolean {
    return this.wire.readyState === CLOSED;
  }

  send(text: string): void {
    if (this.#mayTakeMore()) this.wire.send(text);
  }

  sendFramed(bytes: Buffer): void {
    if (this.#mayTakeMore()) this.stream.write(bytes);
  }

  /** A reader who leaves too much lying is cut off without a word, which would only wait, too. */
  #mayTakeMore(): boolean {
    if (!this.isOpen) return false;
    if (this.wire.bufferedAmount <= maxBacklogBytes) return true;
    this.wire.terminate();
    return false;
  }

  /** Notes a sign of life. */
  heard(now: number): void {
    this.heardAt = now;
    this.pingedAt = 0;
  }

  close(code: number, reason: string): void {
    this.wire.close(code, reason);
  }

  terminate(): void {
    this.wire.terminate();
  }
}
