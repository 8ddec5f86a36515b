/** The channels that have listeners or keep an event, and the delivery of events. */
import { type ChannelKind, kindOf } from './channel-names';
import { eventFrame, websocketFrame } from './frames';
import { cacheLifetimeMs } from './limits';
import { Presence } from './presence';

/** A socket, as a channel sees it. */
export interface Listener {
  /** Its socket id. */
  readonly id: string;
  send(frame: string): void;
  /** Sends the result of `websocketFrame`. */
  sendFramed(bytes: Buffer): void;
}

export interface Channel {
  readonly kind: ChannelKind;
  readonly listeners: Set<Listener>;
  /** Set for presence channels. */
  readonly presence: Presence<Listener> | null;
  /** The last event of a cache channel. */
  kept: { frame: string; until: number } | null;
}

export interface Publication {
  channel: string;
  event: string;
  /** JSON text. */
  data: string;
  /** The socket that does not receive the event. */
  except?: string;
}

export class Channels {
  readonly #channels = new Map<string, Channel>();

  /** The number of channels, with or without listeners. */
  get count(): number {
    return this.#channels.size;
  }

  find(name: string): Channel | undefined {
    return this.#channels.get(name);
  }

  all(): Iterable<[string, Channel]> {
    return this.#channels.entries();
  }

  /** Yields names and channels that somebody is in. */
  *occupied(): Iterable<[string, Channel]> {
    for (const entry of this.#channels) if (isOccupied(entry[1])) yield entry;
  }

  /** Adds a listener to a channel with a valid name, and creates the channel if it does not exist. */
  add(name: string, kind: ChannelKind, listener: Listener): Channel {
    const channel = this.#open(name, kind);
    channel.listeners.add(listener);
    return channel;
  }

  /** Removes a listener, and the channel if nothing is left of it. */
  remove(name: string, listener: Listener): void {
    const channel = this.#channels.get(name);
    channel?.listeners.delete(listener);
    this.tidy(name);
  }

  /** Returns a presence channel, which other processes may have listeners in. Undefined for any other channel. */
  openPresence(name: string): Channel | undefined {
    const kind = kindOf(name);
    return kind?.access === 'presence' ? this.#open(name, kind) : undefined;
  }

  /** Keeps the last event of a cache channel that another process had, unless there is one. */
  keep(name: string, frame: string, until: number): void {
    const kind = kindOf(name);
    if (kind?.isCached) this.#open(name, kind).kept ??= { frame, until };
  }

  /**
   * Sends an event to all listeners of the channel except one. A cache channel keeps it.
   * @returns the number of recipients
   */
  publish({ channel: name, event, data, except }: Publication, now: number): number {
    const kind = kindOf(name);
    if (!kind) return 0;
    const frame = eventFrame(event, name, data);
    const channel = kind.isCached ? this.#open(name, kind) : this.#channels.get(name);
    if (!channel) return 0;
    if (kind.isCached) channel.kept = { frame, until: now + cacheLifetimeMs };
    return sendToAll(channel, frame, except);
  }

  /** Forgets kept events that have expired. */
  forget(now: number): void {
    for (const [name, channel] of this.#channels) {
      if (!channel.kept || channel.kept.until > now) continue;
      channel.kept = null;
      this.tidy(name);
    }
  }

  #open(name: string, kind: ChannelKind): Channel {
    let channel = this.#channels.get(name);
    if (!channel) {
      const presence = kind.access === 'presence' ? new Presence<Listener>() : null;
      channel = { kind, listeners: new Set(), presence, kept: null };
      this.#channels.set(name, channel);
    }
    return channel;
  }

  /** Forgets the channel if nothing is left of it. */
  tidy(name: string): void {
    const channel = this.#channels.get(name);
    if (channel && !isOccupied(channel) && !channel.kept) this.#channels.delete(name);
  }
}

/** Whether a socket of this process, or a member in another one, is in the channel. */
export const isOccupied = ({ listeners, presence }: Channel): boolean =>
  listeners.size > 0 || (presence?.count ?? 0) > 0;

/**
 * Sends one frame to all listeners of the channel except one. The frame is built once.
 * @returns the number of recipients
 */
export function sendToAll({ listeners }: Channel, frame: string, except?: string): number {
  const bytes = websocketFrame(frame);
  let count = 0;
  for (const listener of listeners) {
    if (listener.id === except) continue;
    listener.sendFramed(bytes);
    count++;
  }
  return count;
}
