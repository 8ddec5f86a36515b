/** The frames of Pusher protocol 7: writing them, and reading those of clients. */
import { maxNameLength } from './limits';

/** Codes of `pusher:error` and of closing. 4000 to 4099: clients never reconnect; 4200 to 4299: they do at once. */
export const codes = {
  unknownApp: 4001,
  unknownPath: 4005,
  badVersion: 4006,
  unsupportedVersion: 4007,
  noVersion: 4008,
  unauthorized: 4009,
  overCapacity: 4100,
  reconnect: 4200,
  noPong: 4201,
  clientEventRate: 4301,
  /** RFC 6455. The endpoint accepts text frames only. */
  unsupportedData: 1003,
  /** RFC 6455. The client sends more frames than any page needs. */
  policyViolation: 1008,
  /** IANA's registry. The service restarts. */
  serviceRestart: 1012,
} as const;

/** Returns an event as clients read it; `data` is JSON text. */
export const eventFrame = (event: string, channel: string, data: string): string =>
  JSON.stringify({ event, channel, data });

export const connectedFrame = (socketId: string, activityTimeoutSeconds: number): string =>
  internal('pusher:connection_established', { socket_id: socketId, activity_timeout: activityTimeoutSeconds });

export const subscribedFrame = (channel: string, data: object = {}): string =>
  eventFrame('pusher_internal:subscription_succeeded', channel, JSON.stringify(data));

export const memberAddedFrame = (channel: string, userId: string, userInfo: unknown): string =>
  eventFrame('pusher_internal:member_added', channel, JSON.stringify({ user_id: userId, user_info: userInfo }));

export const memberRemovedFrame = (channel: string, userId: string): string =>
  eventFrame('pusher_internal:member_removed', channel, JSON.stringify({ user_id: userId }));

/** Returns a client's event with its data unchanged. `userId` is the sender in a presence channel. */
export const clientEventFrame = (event: string, channel: string, data: unknown, userId?: string): string =>
  JSON.stringify({ event, channel, data, user_id: userId });

export const cacheMissFrame = (channel: string): string => JSON.stringify({ event: 'pusher:cache_miss', channel });

export const signedInFrame = (userData: string): string => internal('pusher:signin_success', { user_data: userData });

/** Triggers `.error()` of Laravel Echo; `pusher:error` does not. */
export const subscriptionErrorFrame = (channel: string, { type, error, status }: SubscriptionError): string =>
  eventFrame('pusher:subscription_error', channel, JSON.stringify({ type, error, status }));

export interface SubscriptionError {
  type: 'AuthError' | 'LimitReached' | 'InvalidRequest';
  error: string;
  status: number;
}

export const errorFrame = (code: number, message: string): string =>
  JSON.stringify({ event: 'pusher:error', data: { code, message } });

export const pingFrame = internal('pusher:ping', {});
export const pongFrame = internal('pusher:pong', {});

function internal(event: string, data: object): string {
  return JSON.stringify({ event, data: JSON.stringify(data) });
}

/**
 * Returns the text as one final frame of RFC 6455 (5.2), unmasked as from a server. All recipients share this one
 * frame, whereas a library would frame the text for each of them.
 */
export function websocketFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([FINAL_TEXT, length]), payload]);
  const header = Buffer.alloc(length < 65_536 ? 4 : 10);
  header[0] = FINAL_TEXT;
  header[1] = length < 65_536 ? 126 : 127;
  if (length < 65_536) header.writeUInt16BE(length, 2);
  else header.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([header, payload]);
}

const FINAL_TEXT = 0x81;

export interface Message {
  event: string;
  channel: string | undefined;
  /** The data as received. */
  data: unknown;
}

/** Returns the message of a client, or null if the text is not a message of the protocol. */
export function readFrame(text: string): Message | null {
  const value = parse(text);
  if (!isObject(value)) return null;
  const { event, channel, data } = value;
  if (typeof event !== 'string' || event === '' || event.length > maxNameLength) return null;
  return { event, channel: typeof channel === 'string' ? channel : undefined, data };
}

/** Returns the fields of a message's data, which may be an object or its JSON text. */
export function fieldsOf(data: unknown): Record<string, unknown> {
  const value = typeof data === 'string' ? parse(data) : data;
  return isObject(value) ? value : {};
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
