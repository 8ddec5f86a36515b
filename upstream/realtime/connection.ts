import type { Listener } from './channels';
import { type Allowance, clientEventRate, frameRate, fullAllowance, maxBacklogBytes } from './limits';
import type { PresentUser } from './presence';

/** The part of a websocket that is used here; `ws` implements it. */
export interface Wire {
  readonly readyState: number;
  /** Bytes that were sent and that the client has not read yet. */
  readonly bufferedAmount: number;
  send(text: string): void;
  close(code: number, reason: string): void;
  terminate(): void;
}

const OPEN = 1;
const CLOSED = 3;

/** One client's socket with its state. */
export class Connection implements Listener {
  readonly channels = new Set<string>();
  /** Channels that it has a signature for, whether it entered them or not. */
  readonly signedFor = new Set<string>();
  /** The user who signed in on this socket. */
  user: PresentUser | null = null;
  /** When it first entered a channel that is not public; 0 before that. */
  authorizedAt = 0;
  /** When it was last pinged; 0 after it has sent anything since. */
  pingedAt = 0;
  heardAt: number;
  readonly frames: Allowance;
  /** For a socket without a known member. */
  readonly clientEvents: Allowance;

  constructor(
    readonly id: string,
    private readonly wire: Wire,
    /** The stream under the websocket. Uncompressed, the websocket writes whole frames, so others fit between them. */
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

  /** Cuts off a client that reads too slowly, without a close frame, because that would only wait in the backlog. */
  #mayTakeMore(): boolean {
    if (!this.isOpen) return false;
    if (this.wire.bufferedAmount <= maxBacklogBytes) return true;
    this.wire.terminate();
    return false;
  }

  /** Records a sign of life. */
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
