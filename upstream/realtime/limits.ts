/** What one socket, one address and the whole endpoint may use, and the counting of what comes in bursts. */

/** Bytes of one frame from a client: room for 10,240 bytes of data and what is around them. */
export const maxFrameBytes = 16 * 1024;
/** Bytes of one event's data (Pusher Channels). */
export const maxDataBytes = 10_240;
export const maxNameLength = 200;
export const maxChannelsOfEvent = 100;
export const maxEventsOfBatch = 10;
export const maxPresenceMembers = 100;
export const maxUserInfoBytes = 1024;
export const maxUserIdLength = 128;
/** Seconds that a request's timestamp may be off. */
export const maxClockSkew = 600;

/** Channels that one socket may be subscribed to. */
export const maxChannelsOfSocket = 200;
/** Sockets from one address: a household, an office, not a flood. */
export const maxSocketsOfAddress = 300;
/** Sockets in all; each holds a file descriptor. */
export const maxSockets = 20_000;
/** Bytes that wait for a reader too slow to take them; then it is cut off, and comes back with an empty queue. */
export const maxBacklogBytes = 512 * 1024;

/** Without a word for so long a socket is asked whether it is there (the client asks by itself after that time). */
export const activityTimeoutMs = 120_000;
/** How long the answer may take. */
export const pongTimeoutMs = 30_000;
/** After this time a socket in channels that are not public has to authorize anew: a session may have ended. */
export const authorizationLifetimeMs = 60 * 60_000;
/** How long a cache channel keeps its last event (Pusher Channels). */
export const cacheLifetimeMs = 30 * 60_000;

export interface Rate {
  /** How many at once. */
  burst: number;
  /** How many again with each second. */
  perSecond: number;
}

/** Client events of one socket (Pusher Channels). */
export const clientEventRate: Rate = { burst: 10, perSecond: 10 };
/** Frames of one socket: a page subscribes to all of its channels at once. */
export const frameRate: Rate = { burst: 250, perSecond: 25 };

/** What is left of a burst, and since when. */
export interface Allowance {
  left: number;
  at: number;
}

export const fullAllowance = (rate: Rate, now: number): Allowance => ({ left: rate.burst, at: now });

/** Takes one from the allowance, which refills with time; false when none is left. `now` in milliseconds. */
export function take(allowance: Allowance, { burst, perSecond }: Rate, now: number): boolean {
  const passed = Math.max(0, now - allowance.at);
  allowance.left = Math.min(burst, allowance.left + (passed / 1000) * perSecond);
  allowance.at = now;
  if (allowance.left < 1) return false;
  allowance.left -= 1;
  return true;
}
