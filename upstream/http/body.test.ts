import { describe, expect, it } from 'vitest';
import { post, startApi } from './api.testing';
import { guestLimits, isWithin, memberLimits } from './body-limits';

const thing = { email: 'a@b.test', name: 'Anna' };
const guest = () => startApi();
const member = () => startApi(undefined, async () => true);
const streamed = (text: string) =>
  ({ ...post(''), body: new Blob([text]).stream(), duplex: 'half' }) as unknown as RequestInit;
/** Returns `{"a":{"a":…}}` with `depth` nested objects. */
const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
const withKeys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, 1]));

describe('a body', () => {
  it.each([
    ['a guest', guest, guestLimits],
    ['a member', member, memberLimits],
  ])('of %s ends at the limit of its bytes, announced or not', async (_, start, { bytes }) => {
    const large = JSON.stringify({ ...thing, email: 'x'.repeat(bytes) });
    const announced = await start()('/api/things/1', post(large, { 'content-length': String(large.length) }));
    const unannounced = await start()('/api/things/1', streamed(large));
    expect([announced.status, unannounced.status]).toEqual([413, 413]);
    expect(unannounced.json()).toEqual({ message: 'The POST data is too large.' });
    const small = await start()('/api/things/1', streamed(JSON.stringify(thing).padEnd(bytes)));
    expect(small.status).toBe(200);
  });

  it('is read no further than its limit', async () => {
    let chunks = 0;
    const body = new ReadableStream({
      pull(controller) {
        chunks++;
        controller.enqueue(new Uint8Array(1024).fill(32));
      },
    });
    const answer = await guest()('/api/things/1', { ...post(''), body, duplex: 'half' } as RequestInit);
    expect(answer.status).toBe(413);
    expect(chunks).toBeLessThan(40);
  });

  it('is not unpacked', async () => {
    const answer = await member()('/api/things/1', post(thing, { 'content-encoding': 'gzip' }));
    expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'identity']);
    expect((await member()('/api/things/1', post(thing, { 'content-encoding': 'identity' }))).status).toBe(200);
  });

  it.each([
    ['many keys', JSON.stringify(withKeys(2000))],
    ['a long list', JSON.stringify({ ...thing, tags: Array(2000).fill('a') })],
    ['lists of lists', JSON.stringify({ ...thing, tags: Array(40).fill(Array(40).fill('a')) })],
    ['great depth', nested(1000)],
    ['a depth that ends every recursion', nested(20_000)],
    ['a long key', JSON.stringify({ ['k'.repeat(70_000)]: 1 })],
    ['a long text', JSON.stringify({ ...thing, email: 'x'.repeat(70_000) })],
  ])('with %s never comes to its schema', async (_, text) => {
    const answer = await member()('/api/things/1', post(text, { 'accept-language': 'de' }));
    const words = 'Die Anfrage enthält zu viele oder zu lange Werte.';
    expect([answer.status, answer.json()]).toEqual([422, { message: words, error: words, errors: {} }]);
  });

  it('of a guest may hold less than that of a member', async () => {
    const many = post({ ...thing, ...withKeys(200) });
    expect(Object.keys((await guest()('/api/things/1', many)).json().errors)).toEqual([]);
    expect(Object.keys((await member()('/api/things/1', many)).json().errors)).toEqual(['key0']);
  });

  it('with unknown keys is told of them once, by a short name', async () => {
    const many = await member()('/api/things/1', post({ ...thing, ...withKeys(900) }));
    expect([many.status, many.json().errors]).toEqual([422, { key0: ['The key0 field and 899 more are prohibited.'] }]);
    const long = await guest()('/api/things/1', post({ ...thing, ['n'.repeat(5000)]: 1 }));
    const name = `${'n'.repeat(40)}…`;
    expect(long.json().errors).toEqual({ [name]: [`The ${name} field is prohibited.`] });
  });

  it.each(['__proto__', 'constructor', 'toString'])('with the key %s is refused by name', async (name) => {
    const text = `{"email":"a@b.test","name":"Anna","${name}":{"admin":true}}`;
    const answer = await guest()('/api/things/1', post(text));
    expect(answer.status).toBe(422);
    expect(Object.entries(answer.json().errors)).toEqual([[name, [expect.stringContaining('is prohibited.')]]]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('with a NUL in a key is refused', async () => {
    expect((await guest()('/api/things/1', post('{"a\\u0000b":1}'))).status).toBe(400);
    expect((await guest()('/api/things/1', post('{"email":"a@b.test","name":"\\\\u0"}'))).status).toBe(200);
  });
});

describe('the judge of values', () => {
  it('looks at no more of them than are allowed', () => {
    let looks = 0;
    const body = new Proxy(withKeys(80_000), {
      get(target, key, receiver) {
        looks++;
        return Reflect.get(target, key, receiver);
      },
    });
    expect(isWithin(body, guestLimits)).toBe(false);
    expect(looks).toBeLessThanOrEqual(guestLimits.values);
  });
});
