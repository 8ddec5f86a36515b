import { createRoute, z } from '@hono/zod-openapi';
import { pino } from 'pino';
import { answers, asAnyone, body, failures, memberFailures } from '../contract/shapes';
import { testConfig } from '../database/database.testing';
import { createApi } from './api';
import type { Admission } from './body';

/** The log lines of the API under test. */
export const logged: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) });

const save = createRoute({
  method: 'post',
  path: '/things/{id}',
  tags: ['Things'],
  operationId: 'save',
  summary: 'Save a thing',
  ...asAnyone,
  request: {
    params: z.object({
      id: z.coerce
        .number()
        .int()
        .openapi({ param: { name: 'id', in: 'path' } }),
    }),
    ...body(
      z.strictObject({
        email: z.email(),
        name: z.string().min(2).max(5),
        age: z.int().min(18).optional(),
        language: z.enum(['en', 'de']).optional(),
        tags: z.array(z.string()).max(2).optional(),
        address: z.object({ street: z.string() }).optional(),
        either: z.union([z.int(), z.object({ a: z.int(), b: z.int() })]).optional(),
      }),
    ),
  },
  responses: { 200: answers(z.object({ name: z.string() }), 'Saved'), ...failures },
});

const fail = createRoute({
  method: 'get',
  path: '/fail',
  tags: ['Things'],
  operationId: 'fail',
  summary: 'Fail',
  ...asAnyone,
  responses: { 200: answers(z.object({}), 'Never'), ...memberFailures },
});

/** Creates an API with two calls: one echoes the name in its body, the other fails with `problem`. */
export function startApi(problem?: unknown, isMember?: Admission) {
  const api = createApi({ config: testConfig, log }, { isMember });
  api.get('/who', (c) => c.json(c.var));
  api.openapi(save, (c) => c.json({ name: c.req.valid('json').name }, 200));
  api.openapi(fail, () => {
    throw problem;
  });
  return async (path: string, init?: RequestInit) => {
    const request = new Request(`http://upstream${path}`, init);
    const response = await api.fetch(request, { ip: '192.0.2.1', requestId: 'request-1' });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
  };
}

export const post = (data: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof data === 'string' ? data : JSON.stringify(data),
});
