import type { ErrorEvent } from '@sentry/remix';
import { expect, it } from 'vitest';
import { anonymousReport } from './anonymous-report';

const reportOf = (value: string, filename = 'https://club.example/assets/root-Ab3_-x.js') =>
  anonymousReport(
    {
      type: undefined,
      release: '2026.1',
      user: { email: 'anna@example.org' },
      request: { url: 'https://club.example/unlock/secret', headers: { cookie: 'secret' } },
      breadcrumbs: [{ message: 'secret' }],
      extra: { secret: 'secret' },
      contexts: { culture: { locale: 'secret' } },
      sdkProcessingMetadata: { normalizedRequest: { url: 'https://club.example/unlock/secret' } },
      exception: {
        values: [{ type: 'Error', value, stacktrace: { frames: [{ filename, lineno: 3, vars: { secret: 1 } }] } }],
      },
    } satisfies ErrorEvent,
    '/unlock/:token',
  );

it('says the error, its place in our files, the route and the release, and nothing else', () => {
  const report = reportOf('x is not a function');
  expect(report).toMatchObject({ release: '2026.1', transaction: '/unlock/:token' });
  const frames = [{ filename: '/assets/root-Ab3_-x.js', lineno: 3 }];
  expect(report.exception?.values).toMatchObject([
    { type: 'Error', value: 'x is not a function', stacktrace: { frames } },
  ]);
  expect(JSON.stringify(report)).not.toMatch(/secret|anna/);
});

it.each([
  ['No mail for anna@example.org', 'No mail for …'],
  ['anna%40example.org', '…'],
  ['GET https://club.example/unlock/secret?a=1 failed', 'GET … failed'],
  ['GET /unlock/secret failed', 'GET … failed'],
  ['Failed to fetch https://club.example/assets/a-1.js', 'Failed to fetch /assets/a-1.js'],
  [
    `Unexpected token 'a', "{"name": "Anna\nKessler"}" is not valid JSON`,
    `Unexpected token 'a', "…" is not valid JSON`,
  ],
])('%s is reported as %s', (message, expected) => {
  expect(reportOf(message).exception?.values?.[0]?.value).toBe(expected);
});

it('names no page in a frame of an inline script', () => {
  const report = reportOf('x', 'https://club.example/unlock/secret');
  expect(report.exception?.values?.[0]?.stacktrace?.frames?.[0]?.filename).toBe('…');
});
