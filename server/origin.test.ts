import { describe, expect, it } from 'vitest';
import { findForgery } from '../app/platform/request/csrf.server';
import { judgeOrigin } from './origin';

const send = (headers: Record<string, string>, method = 'POST') =>
  new Request('http://localhost:3000/login', { method, headers, body: method === 'POST' ? 'a=1' : undefined });
const namesOf = ({ headers }: Request) => ({
  origin: headers.get('origin'),
  site: headers.get('sec-fetch-site'),
  forwarded: headers.get('x-forwarded-host'),
});

describe('judgeOrigin', () => {
  it.each(['https://evil.example', 'null', 'no url', 'http://localhost:3000.evil.example'])(
    'takes the origin %j from the request and leaves the judgement',
    async (origin) => {
      const judged = judgeOrigin(send({ origin, host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }));
      expect(namesOf(judged)).toEqual({ origin: null, site: 'cross-site', forwarded: null });
      expect(findForgery(judged, { get: () => undefined } as never, null)).toBe('foreign_origin');
      expect(await judged.text()).toBe('a=1');
    },
  );

  it('names the Host that fits an own origin, whatever a proxy or the caller wrote', () => {
    const judged = judgeOrigin(
      send({ origin: 'http://localhost:3000', host: 'localhost:3000', 'x-forwarded-host': 'inner.example' }),
    );
    expect(namesOf(judged)).toEqual({ origin: 'http://localhost:3000', site: null, forwarded: 'localhost:3000' });
  });

  it('leaves reading, and browsers that name no origin, alone', () => {
    for (const request of [send({ origin: 'https://evil.example' }, 'GET'), send({ 'sec-fetch-site': 'cross-site' })])
      expect(judgeOrigin(request)).toBe(request);
  });
});
