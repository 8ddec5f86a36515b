import { describe, expect, it, vi } from 'vitest';
import { languageOf, socketIdOf } from './api';
import { logged, startApi } from './api.testing';
import * as problems from './problems';

const answerTo = async (problem: unknown) => startApi(problem)('/api/fail');

describe('the realtime connection of the tab that acts', () => {
  it.each([
    ['123.456', '123.456'],
    ['123', undefined],
    ['1.2\n', undefined],
    [`${'1'.repeat(31)}.2`, undefined],
    [undefined, undefined],
  ])('%j is %j', (header, id) => expect(socketIdOf(header)).toBe(id));
});

describe('failures', () => {
  const now = new Date('2026-11-20T09:00:00Z');

  it.each([
    [new problems.Unauthenticated(), 401, { message: 'Unauthenticated.' }],
    [
      new problems.Forbidden('missing_permission'),
      403,
      { message: 'This action is unauthorized.', code: 'missing_permission' },
    ],
    [new problems.NotFound(), 404, { message: 'Not Found' }],
    [new problems.Conflict('taken', 'It is taken.'), 409, { message: 'It is taken.', code: 'taken' }],
    [new problems.Refused('Wrong.'), 422, { message: 'Wrong.', error: 'Wrong.', errors: {} }],
    [
      new problems.InvalidFields({ a: ['One.', 'Two.'] }),
      422,
      { message: 'One. (and 1 more error)', errors: { a: ['One.', 'Two.'] } },
    ],
    [new problems.ServiceUnavailable(), 503, { message: 'Service Unavailable' }],
    [
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
      503,
      { message: 'Service Unavailable' },
    ],
    [new Error('timeout exceeded when trying to connect'), 503, { message: 'Service Unavailable' }],
    [new Error('a secret'), 500, { message: 'Server Error' }],
  ])('answers %s', async (problem, status, expected) => {
    const answer = await answerTo(problem);
    expect([answer.status, answer.json()]).toEqual([status, expected]);
    expect(answer.headers.get('x-request-id')).toBe('request-1');
    expect(answer.headers.get('cache-control')).toBe('no-store, private');
  });

  it('says when to come back after too many attempts', async () => {
    const answer = await answerTo(new problems.TooManyAttempts(5, new Date('2026-11-20T09:00:41.200Z'), now));
    expect([answer.status, answer.json()]).toEqual([429, { message: 'Too Many Attempts.' }]);
    expect(answer.headers.get('retry-after')).toBe('42');
    expect(answer.headers.get('x-ratelimit-limit')).toBe('5');
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(answer.headers.get('x-ratelimit-reset')).toBe(String(Date.parse('2026-11-20T09:00:42Z') / 1000));
  });

  it('logs an unforeseen failure with the request’s id, without the values of a statement', async () => {
    logged.length = 0;
    const cause = Object.assign(new Error('duplicate key'), {
      code: '23505',
      constraint: 'users_email_unique',
      detail: 'Key (email)=(a@b.test)',
    });
    const answer = await answerTo(new Error('Failed query: insert\nparams: a@b.test', { cause }));
    expect(answer.text).toBe('{"message":"Server Error"}');
    const [entry = '{}'] = logged;
    expect(JSON.parse(entry)).toMatchObject({
      requestId: 'request-1',
      code: '23505',
      constraint: 'users_email_unique',
    });
    expect(entry).not.toContain('a@b.test');
  });

  it('knows neither a foreign path nor a foreign method', async () => {
    const unknown = await startApi()('/api/nothing/here');
    expect([unknown.status, unknown.json()]).toEqual([
      404,
      { message: 'The route api/nothing/here could not be found.' },
    ]);
    const method = await startApi()('/api/things/1');
    const message = 'The GET method is not supported for route api/things/1. Supported methods: POST.';
    expect([method.status, method.json(), method.headers.get('allow')]).toEqual([405, { message }, 'POST']);
  });
});

describe('the context of a request', () => {
  it('holds the instant, the caller, the language and the time zone', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01T00:00:00Z') });
    const answer = await startApi()('/api/who', { headers: { 'accept-language': 'de', 'time-zone': 'Asia/Tokyo' } });
    vi.useRealTimers();
    expect(answer.json()).toEqual({
      ip: '192.0.2.1',
      requestId: 'request-1',
      language: 'de',
      timeZone: 'Asia/Tokyo',
      now: '2030-01-01T00:00:00.000Z',
    });
  });

  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['fr-FR, es;q=0.9', 'en'],
    ['de-AT', 'de'],
    ['ch', 'de'],
    ['en;q=0.4, de;q=0.8', 'de'],
    ['de;q=0, en', 'en'],
    ['*', 'en'],
  ])('takes %j as %s', (header, language) => expect(languageOf(header)).toBe(language));
});

describe('the reference', () => {
  it('describes every call as OpenAPI 3.1', async () => {
    const answer = await startApi()('/api/openapi.json');
    const document = answer.json();
    expect(document).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: '/' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    });
    expect(Object.keys(document.paths)).toEqual(['/api/things/{id}', '/api/fail']);
  });

  it('is a page that needs no script', async () => {
    const call = startApi();
    const answer = await call('/api/docs');
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.text).toContain('<code>/api/things/{id}</code>');
    expect(answer.text).toContain('at most 5 characters');
    expect(answer.text).not.toMatch(/<script|style=/);
    expect((await call('/api/docs.css')).headers.get('content-type')).toMatch(/^text\/css/);
  });
});
