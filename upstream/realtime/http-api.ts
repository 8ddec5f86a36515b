/** Pusher's HTTP API, as its server libraries call it: it publishes events, and lists channels and users. */
import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Logger } from 'pino';
import { z } from 'zod';
import { channelOfUser } from '../broadcasting/broadcaster';
import { SocketId } from '../contract/realtime';
import { kindOf } from './channel-names';
import { isOccupied } from './channels';
import { sendAway } from './departure';
import { readSignedBody } from './http-body';
import { signatureFault } from './http-signature';
import type { Hub } from './hub';
import { maxChannelsOfEvent, maxEventsOfBatch } from './limits';
import { type Event, faultOf, publish } from './publish';
import { terminateUser } from './users';

const Info = z.string().optional();
const Sent = z.object({ name: z.string(), data: z.string(), socket_id: SocketId.optional(), info: Info });
const EventBody = Sent.extend({
  channel: z.string().optional(),
  channels: z.array(z.string()).min(1).max(maxChannelsOfEvent).optional(),
});
const BatchBody = z.object({ batch: z.array(Sent.extend({ channel: z.string() })).max(maxEventsOfBatch) });

type Env = { Variables: { body: Buffer } };

export function createHttpApi(hub: Hub, log: Logger): Hono<Env> {
  const api = new Hono<Env>().basePath('/apps/:app');
  api.use(async (c, next) => {
    await next();
    hub.metrics.requests.inc({ status: c.res.status });
  });
  api.use(async (c, next) => {
    if (c.req.param('app') !== hub.app.id) throw refusal(404, 'There is no such app');
    const body = await readSignedBody(c.req.raw);
    const url = new URL(c.req.url);
    const { method } = c.req;
    const fault = signatureFault(hub.app, { method, path: url.pathname, query: url.searchParams, body }, hub.now());
    if (fault) throw refusal(401, fault);
    c.set('body', body);
    await next();
  });

  api.post('/events', (c) => {
    const sent = parse(EventBody, c);
    const event = eventOf(sent);
    refuseFault(event);
    publish(hub, event);
    if (sent.info === undefined) return c.json({});
    return c.json({
      channels: Object.fromEntries(event.channels.map((name) => [name, describe(hub, name, sent.info)])),
    });
  });
  api.post('/batch_events', (c) => {
    const { batch } = parse(BatchBody, c);
    const events = batch.map(eventOf);
    // A batch is published as a whole or not at all.
    for (const event of events) refuseFault(event);
    for (const event of events) publish(hub, event);
    if (batch.every(({ info }) => info === undefined)) return c.json({});
    return c.json({ batch: batch.map(({ channel, info }) => describe(hub, channel, info)) });
  });
  api.get('/channels', (c) => {
    const { filter_by_prefix: prefix = '', info } = c.req.query();
    if (asksFor(info, 'user_count') && !prefix.startsWith('presence-'))
      throw refusal(400, 'user_count is for a filter_by_prefix that begins with presence-');
    const names = [...hub.channels.occupied()].map(([name]) => name).filter((name) => !name.startsWith('#'));
    const wanted = names.filter((name) => name.startsWith(prefix));
    return c.json({ channels: Object.fromEntries(wanted.map((name) => [name, describe(hub, name, info)])) });
  });
  api.get('/channels/:name', (c) => {
    const name = channelName(c);
    const { info } = c.req.query();
    if (asksFor(info, 'user_count') && kindOf(name)?.access !== 'presence')
      throw refusal(400, 'user_count is for presence channels');
    return c.json({ occupied: isOccupiedIn(hub, name), ...describe(hub, name, info) });
  });
  api.get('/channels/:name/users', (c) => {
    const name = channelName(c);
    if (kindOf(name)?.access !== 'presence') throw refusal(400, 'Only presence channels have users');
    const ids = hub.channels.find(name)?.presence?.userIds() ?? [];
    return c.json({ users: ids.map((id) => ({ id })) });
  });
  api.post('/users/:id/terminate_connections', (c) => {
    const id = c.req.param('id');
    terminateUser(hub, id);
    // Browsers of this club do not sign in on their sockets. The member's sockets connect again, and authorize again.
    if (/^\d{1,10}$/.test(id)) sendAway(hub, channelOfUser(Number(id)));
    return c.json({});
  });

  api.notFound((c) => c.text('Not Found', 404));
  api.onError((error, c) => {
    if (error instanceof HTTPException) return c.text(error.message, error.status);
    log.error({ err: error }, 'a request to the realtime API failed');
    return c.text('Server Error', 500);
  });
  return api;
}

const refusal = (status: 400 | 401 | 404 | 413, message: string) => new HTTPException(status, { message });

function parse<S extends z.ZodType>(schema: S, c: Context<Env>): z.output<S> {
  const result = schema.safeParse(jsonOf(c.get('body')));
  if (result.success) return result.data;
  const at = result.error.issues.map(({ path }) => path.join('.') || 'body').join(', ');
  throw refusal(400, `The request is not valid at: ${at}`);
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw refusal(400, 'The body is not JSON');
  }
}

function eventOf({ name, data, channel, channels, socket_id }: z.output<typeof EventBody>): Event {
  const named = channels ?? (channel === undefined ? [] : [channel]);
  if (named.length === 0) throw refusal(400, 'The event names no channel');
  return { event: name, data, channels: [...new Set(named)], except: socket_id };
}

function refuseFault(event: Event): void {
  const fault = faultOf(event);
  if (fault === 'too_large') throw refusal(413, 'The data of an event is at most 10 KB');
  if (fault) throw refusal(400, 'The name of the event or of a channel is not valid');
}

function channelName(c: Context<Env>): string {
  const name = c.req.param('name') ?? '';
  if (!kindOf(name)) throw refusal(400, 'The name of the channel is not valid');
  return name;
}

function isOccupiedIn({ channels }: Hub, name: string): boolean {
  const channel = channels.find(name);
  return channel !== undefined && isOccupied(channel);
}

const asksFor = (info: string | undefined, attribute: string) => (info ?? '').split(',').includes(attribute);

/** Returns the attributes that `info` requests and the channel has. */
function describe(hub: Hub, name: string, info: string | undefined): Record<string, number> {
  const channel = hub.channels.find(name);
  const attributes: Record<string, number> = {};
  if (asksFor(info, 'user_count') && kindOf(name)?.access === 'presence')
    attributes.user_count = channel?.presence?.count ?? 0;
  if (asksFor(info, 'subscription_count')) attributes.subscription_count = channel?.listeners.size ?? 0;
  return attributes;
}
