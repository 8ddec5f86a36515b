import { describe, expect, it } from 'vitest';
import { preferenceCookies } from '../platform/request/preferences.server';
import { action } from './display.route';

/** These tests make no upstream call. */
const refuse = () => Promise.reject(new Error('asked upstream'));
const upstream = { fetch: refuse, read: refuse };

async function post(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const request = new Request('http://localhost/display', {
    method: 'POST',
    headers: { origin: 'http://localhost', host: 'localhost', ...headers },
    body: new URLSearchParams(fields),
  });
  const answer: unknown = await action({ request, context: { upstream }, params: {} }).catch((error: unknown) => error);
  return answer;
}

const statusOf = (answer: unknown) => (answer as { init: ResponseInit }).init.status;

describe('POST /display', () => {
  it('toggles a setting for a guest and leads back', async () => {
    const answer = await post({ name: 'isBoxed', return_to: '/login?x=1' });
    expect(answer).toBeInstanceOf(Response);
    const response = answer as Response;
    expect([response.status, response.headers.get('location')]).toEqual([303, '/login?x=1']);
    const kept = await preferenceCookies().display.parse(response.headers.get('set-cookie'));
    expect(kept).toEqual({ on: ['isFixed', 'isBoxed', 'showUserBlock'], scheme: 'system' });
  });

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example'])('never leads to %s', async (return_to) => {
    const response = (await post({ name: 'isBoxed', return_to })) as Response;
    expect(response.headers.get('location')).toBe('/');
  });

  it('stays in place for script', async () => {
    expect(await post({ name: 'isBoxed', in_place: '1' })).toBeNull();
  });

  it.each([{ name: 'isWide' }, { panel: '1', scheme: 'dark', isWide: '1' }, {}])('refuses %o', async (fields) => {
    expect(statusOf(await post(fields as Record<string, string>))).toBe(422);
  });

  it('refuses a foreign origin', async () => {
    expect(statusOf(await post({ name: 'isBoxed' }, { origin: 'https://evil.example' }))).toBe(403);
  });
});
