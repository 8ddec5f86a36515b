import { createRoute, z } from '@hono/zod-openapi';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { testConfig } from '../database/database.testing';
import { createApi } from './api';
import { readFrom } from './own-read';
import { HttpProblem } from './problems';

const api = createApi({ config: testConfig, log: pino({ level: 'silent' }) });
const page = createRoute({
  method: 'get',
  path: '/pages/{page}',
  request: { params: z.object({ page: z.coerce.number() }), query: z.object({ q: z.string().optional() }) },
  responses: { 200: { description: 'A page' } },
});
api.openapi(page, async (c) => {
  const { page: number } = c.req.valid('param');
  if (number === 9) throw new HttpProblem(429, 'Wait.', {}, { 'Retry-After': '5' });
  const { q } = c.req.valid('query');
  return c.json({ number, q, at: new Date(0), language: c.var.language, caller: c.req.header('user-agent') }, 200);
});
const headers = new Headers({ 'accept-language': 'de', 'user-agent': 'Lynx' });
const caller = { ip: null, requestId: 'r' };

it.each(['/pages/1?q=a%26b', '/pages/9', '/pages/x', '/nothing'])(
  'an own read of %s is answered as a request is',
  async (path) => {
    const url = `http://upstream/api${path}`;
    const own = await readFrom(api)(url, headers, caller);
    const usual = await api.fetch(new Request(url, { headers }), caller);
    expect([own.ok, own.status]).toEqual([usual.ok, usual.status]);
    expect(own.headers.get('retry-after')).toBe(usual.headers.get('retry-after'));
    expect(await own.json()).toEqual(await usual.json());
  },
);
