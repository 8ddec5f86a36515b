import type { EntryContext } from '@remix-run/node';
import { describe, expect, it } from 'vitest';
import { handOff, renderedEntry } from './remix-entry.server';

const routes = [
  { id: 'root', path: '' },
  { id: 'home', parentId: 'root', index: true },
  { id: 'member', parentId: 'root' },
  { id: 'dashboard', parentId: 'member', path: 'dashboard' },
  { id: 'settings', parentId: 'member', path: 'settings' },
  { id: 'first setting', parentId: 'settings', index: true },
  { id: 'address', parentId: 'settings', path: 'address' },
];

function entryFor(matched: string[], more: Partial<EntryContext> = {}) {
  const manifest = { version: '1', routes: Object.fromEntries(routes.map((route) => [route.id, route])) };
  const matches = matched.map((id) => ({ route: { id } }));
  const future = { v3_routeConfig: true, v3_singleFetch: true };
  return { manifest, future, staticHandlerContext: { matches }, ...more } as unknown as EntryContext;
}

const keptFor = (matched: string[]) => Object.keys(renderedEntry(entryFor(matched)).manifest.routes).sort();

describe('the entry of a page', () => {
  it('holds the routes of the page and the index of each, and no others', () => {
    expect(keptFor(['root', 'member', 'dashboard'])).toEqual(['dashboard', 'home', 'member', 'root']);
    expect(keptFor(['root', 'member', 'settings', 'address'])).toEqual(
      ['address', 'first setting', 'home', 'member', 'root', 'settings'].sort(),
    );
  });

  it('holds an index below a layout that has no path of its own', () => {
    const entry = entryFor(['root', 'member', 'dashboard']);
    Object.assign(entry.manifest.routes, {
      guest: { id: 'guest', parentId: 'root' },
      start: { id: 'start', parentId: 'guest', index: true },
    });
    expect(Object.keys(renderedEntry(entry).manifest.routes)).toEqual(expect.arrayContaining(['guest', 'start']));
  });

  it('says nothing of what a route has not, nor of settings that the browser does not read', () => {
    const entry = entryFor(['root']);
    Object.assign(entry.manifest.routes, { root: { id: 'root', path: '', hasAction: false, hasLoader: true } });
    const { manifest, serverHandoffString = '' } = renderedEntry(entry);
    expect(manifest.routes.root).toEqual({ id: 'root', path: '', hasLoader: true });
    expect(JSON.parse(serverHandoffString)).toEqual({ basename: '/', future: { v3_singleFetch: true } });
  });

  it('has one manifest for all pages of the same routes', () => {
    const [first, same, other] = [['root', 'member'], ['root', 'member'], ['root']].map((ids) => entryFor(ids));
    for (const entry of [first, same, other]) Object.assign(entry ?? {}, { manifest: first?.manifest });
    const [one, two, three] = [first, same, other].map((entry) => renderedEntry(entry as EntryContext).manifest);
    expect(two).toBe(one);
    expect(three).not.toBe(one);
  });

  it('leaves the whole entry as it was', () => {
    const entry = entryFor(['root', 'member', 'dashboard']);
    renderedEntry(entry);
    expect(Object.keys(entry.manifest.routes)).toHaveLength(routes.length);
  });
});

describe('the data handed to the browser', () => {
  const stream = (text: string) => new Response(text).body as ReadableStream<Uint8Array>;

  it('comes back as it was, and cannot end its script', async () => {
    const text = '[{"a":"</script><script>alert(1)</script>&\u2028\u2029ü\'\\"\\\\"}]\n';
    const html = await handOff(entryFor([], { serverHandoffStream: stream(text) }), 'n0nce');
    const [, code = ''] = /^<script nonce="n0nce">(.*)<\/script>$/s.exec(html) ?? [];
    expect(code).not.toMatch(/[<>&\u2028\u2029]/);
    const received: string[] = [];
    const streamController = { enqueue: (part: string) => received.push(part), close: () => received.push('closed') };
    new Function('window', code)({ __remixContext: { streamController } });
    expect(received).toEqual([text, 'closed']);
  });
});
