/** Limits of one socket, one address and the whole endpoint, and the rate limit for bursts. */

/** Bytes of one frame from a client: 10,240 bytes of data and their envelope. */
export const maxFrameBytes = 16 * 1024;
/** Bytes of one event's data (Pusher Channels). */
export const maxDataBytes = 10_240;
export const maxNameLength = 200;
export const maxChannelsOfEvent = 100;
export const maxEventsOfBatch = 10;
export const maxPresenceMembers = 100;
export const maxUserInfoBytes = 1024;
export const maxUserIdLength = 128;
/** Seconds that a request's timestamp may differ from the clock. */
export const maxClockSkew = 600;

/** Channels that one socket may be subscribed to. */
export const maxChannelsOfSocket = 200;
/** Sockets from one address: enough for a household or an office, too few for a flood. */
export const maxSocketsOfAddress = 300;
/** Sockets in total; each uses a file descriptor. */
export const maxSockets = 20_000;
/** Bytes that may wait for a slow client. Above that it is cut off, and reconnects with an empty queue. */
export const maxBacklogBytes = 512 * 1024;

/** A socket that is silent for this long is pinged. The client itself pings after the same time. */
export const activityTimeoutMs = 120_000;
/** How long the pong may take. */
export const pongTimeoutMs = 30_000;
/** After this time a socket in non-public channels has to authorize again, because its session may have ended. */
export const authorizationLifetimeMs = 60 * 60_000;
/** No call that authorizes takes longer. */
export const longestCallMs = 60_000;
/** How long a cache channel keeps its last event (Pusher Channels). */
export const cacheLifetimeMs = 30 * 60_000;

export interface Rate {
  /** How many at once. */
  burst: number;
  /** How many more with each second. */
  perSecond: number;
}

/** Client events of one member in one process, whichever of their sockets sends (Pusher Channels: of one socket). */
export const clientEventRate: Rate = { burst: 10, perSecond: 10 };
/** Frames of one socket: a page subscribes to all of its channels at once. */
export const frameRate: Rate = { burst: 250, perSecond: 25 };

/** What is left of a burst, and since when. */
export interface Allowance {
  left: number;
  at: number;
}

export const fullAllowance = (rate: Rate, now: number): Allowance => ({ left: rate.burst, at: now });

/** Whether nothing is missing from the allowance any more. */
export const isFull = ({ left, at }: Allowance, { burst, perSecond }: Rate, now: number): boolean =>
  left + ((now - at) / 1000) * perSecond >= burst;

/** Takes one from the allowance, which refills with time. Returns false if none is left. `now` in milliseconds. */
export function take(allowance: Allowance, { burst, perSecond }: Rate, now: number): boolean {
  const passed = Math.max(0, now - allowance.at);
  allowance.left = Math.min(burst, allowance.left + (passed / 1000) * perSecond);
  allowance.at = now;
  if (allowance.left < 1) return false;
  allowance.left -= 1;
  return true;
}
