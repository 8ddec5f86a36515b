import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import * as calls from '../contract/news';
import type { Deps } from '../deps';
import type { Api, Env } from '../http/env';
import { paginate } from '../http/paginator';
import { NotFound } from '../http/problems';
import { forMember, holderOf, memberOf } from '../members/member-gate';
import { requirePermission } from '../members/permissions';
import { endFeed, findDocument, findFeed, renewFeed } from './feed';
import { getPost } from './get-post';
import { listPosts } from './list-posts';
import { findPictureFile } from './pictures-of-posts';
import { markAllAsRead, markAsRead } from './read-marks';

/** Serves every call of `contract/news`. */
export function mountNews(api: Api, deps: Deps): void {
  mountPosts(api, deps);
  mountFeeds(api, deps);
}

function mountPosts(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.listPosts), async (c) => {
    const { page, per_page: perPage, category, q } = c.req.valid('query');
    const { has_more, ...found } = await listPosts(deps.db, readerOf(c), { page, perPage, category, q });
    return c.json({ ...paginate(c.req.url, { ...found, page, perPage }), has_more }, 200);
  });
  api.openapi(forMember(deps, calls.getPost), async (c) =>
    c.json(await getPost(deps.db, readerOf(c), c.req.valid('param').id, mayPreview(c)), 200),
  );
  api.openapi(forMember(deps, calls.markPostAsRead), async (c) => {
    await markAsRead(deps.db, readerOf(c).userId, c.req.valid('param').id, c.get('now'));
    return c.body(null, 204);
  });
  api.openapi(forMember(deps, calls.markPostsAsRead), async (c) => {
    await markAllAsRead(deps.db, readerOf(c).userId, new Date(c.req.valid('json').before), c.get('now'));
    return c.body(null, 204);
  });
  api.openapi(forMember(deps, calls.getPostPicture), async (c) => {
    readerOf(c);
    const { id, picture } = c.req.valid('param');
    const found = await findPictureFile(deps.db, id, picture, mayPreview(c));
    if (!found) throw new NotFound();
    // A file never changes, so its address names its content.
    const etag = `"${id}-${picture}"`;
    c.header('ETag', etag);
    c.header('Cache-Control', 'private, max-age=31536000, immutable');
    if (c.req.header('if-none-match') === etag) return c.body(null, 304);
    return c.body(new Uint8Array(found.bytes), 200, {
      'Content-Type': `image/${found.format}`,
      'Content-Length': String(found.bytes.length),
    });
  });
}

function mountFeeds(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.getNewsFeed), async (c) =>
    c.json({ feed: await findFeed(deps, readerOf(c).userId) }, 200),
  );
  api.openapi(forMember(deps, calls.createNewsFeed), async (c) => c.json(await renewFeed(deps, actingIn(c)), 201));
  api.openapi(forMember(deps, calls.deleteNewsFeed), async (c) => {
    await endFeed(deps, actingIn(c));
    return c.body(null, 204);
  });
  api.openapi(calls.readNewsFeed, async (c) => {
    const found = await findDocument(deps, c.req.valid('param').token);
    if (!found) throw new NotFound();
    const { xml, changedAt } = found;
    const etag = `"${createHash('sha256').update(xml).digest('base64url')}"`;
    c.header('ETag', etag);
    c.header('Cache-Control', 'private, no-cache');
    if (changedAt) c.header('Last-Modified', changedAt.toUTCString());
    if (isKnown(c, etag, changedAt)) return c.body(null, 304);
    return c.body(xml, 200, { 'Content-Type': 'application/atom+xml; charset=utf-8' });
  });
}

/** By RFC 9110, 13.2.2: a tag counts more than a time, which knows whole seconds only. */
function isKnown(c: Context<Env>, etag: string, changedAt: Date | null): boolean {
  const tags = c.req.header('if-none-match');
  if (tags !== undefined)
    return tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
  const since = Date.parse(c.req.header('if-modified-since') ?? '');
  return changedAt !== null && Math.floor(changedAt.getTime() / 1000) * 1000 <= since;
}

function readerOf(c: Context<Env>) {
  const holder = holderOf(c);
  requirePermission(holder, 'news.view');
  return { userId: holder.id, language: c.get('language') };
}

const mayPreview = (c: Context<Env>): boolean => holderOf(c).permissions.includes('news.preview');

function actingIn(c: Context<Env>) {
  readerOf(c);
  const { ip, requestId, now } = c.var;
  return { userId: memberOf(c).id, ip, requestId, now };
}
