import { describe, expect, it } from 'vitest';
import { action } from './notice.route';

/** These tests make no upstream call. */
const refuse = () => Promise.reject(new Error('asked upstream'));
const upstream = { fetch: refuse, read: refuse };

async function post(fields: Record<string, string>) {
  const request = new Request('http://localhost/notice', {
    method: 'POST',
    headers: { origin: 'http://localhost', host: 'localhost' },
    body: new URLSearchParams(fields),
  });
  const answer: unknown = await action({ request, context: { upstream }, params: {} }).catch((error: unknown) => error);
  return answer;
}

const statusOf = (answer: unknown) => (answer as { init: ResponseInit }).init.status;

describe('POST /notice', () => {
  it('hides the banner for the session of the browser', async () => {
    const response = (await post({ return_to: '/chat' })) as Response;
    expect([response.status, response.headers.get('location')]).toEqual([303, '/chat']);
    expect(response.headers.get('set-cookie')).toMatch(/^notice=[^;]+; Path=\/; HttpOnly; SameSite=Lax/);
  });

  it('refuses unknown fields', async () => {
    expect(statusOf(await post({ other: '1' }))).toBe(422);
  });
});
