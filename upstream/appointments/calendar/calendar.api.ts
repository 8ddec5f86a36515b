import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import * as calls from '../../contract/appointments-feed';
import { getTicketCalendar } from '../../contract/appointments-tickets';
import type { Deps } from '../../deps';
import type { Api, Env } from '../../http/env';
import { NotFound } from '../../http/problems';
import { callerOf } from '../../members/caller';
import { forMember, memberOf } from '../../members/member-gate';
import { labelIn, viewerOf } from '../calls';
import { writeCalendar } from './calendar-file';
import { getEntry } from './entries';
import { type Acting, endFeed, findCalendar, findFeed, renewFeed } from './feed';

const calendarType = { 'Content-Type': 'text/calendar; charset=utf-8' };

/** Serves the calls of `contract/appointments-feed`, and the calendar file of a ticket. */
export function mountCalendar(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.getCalendarFeed), async (c) =>
    c.json({ feed: await findFeed(deps, viewerOf(c).userId) }, 200),
  );
  api.openapi(forMember(deps, calls.createCalendarFeed), async (c) => c.json(await renewFeed(deps, actingIn(c)), 201));
  api.openapi(forMember(deps, calls.deleteCalendarFeed), async (c) => {
    await endFeed(deps, actingIn(c));
    return c.body(null, 204);
  });
  api.openapi(calls.readCalendarFeed, async (c) => {
    const calendar = await findCalendar(deps, c.req.valid('param').token);
    if (!calendar) throw new NotFound();
    const etag = `"${createHash('sha256').update(calendar).digest('base64url')}"`;
    c.header('ETag', etag);
    c.header('Cache-Control', 'private, no-cache');
    if (isKnown(c, etag)) return c.body(null, 304);
    return c.body(calendar, 200, calendarType);
  });
  api.openapi(forMember(deps, getTicketCalendar), async (c) => {
    const { userId, language } = viewerOf(c);
    const entry = await getEntry(deps.db, userId, labelIn(c.req.valid('param')));
    c.header('Cache-Control', 'private, no-cache');
    return c.body(writeCalendar(deps.config, [entry], language), 200, calendarType);
  });
}

/** Compares weakly (RFC 9110, 13.1.2): a cache on the way may have compressed the calendar. */
const isKnown = (c: Context<Env>, etag: string): boolean =>
  (c.req.header('if-none-match') ?? '').split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim()));

/** @throws Forbidden without the permission */
function actingIn(c: Context<Env>): Acting {
  viewerOf(c);
  return { ...callerOf(c), userId: memberOf(c).id };
}
