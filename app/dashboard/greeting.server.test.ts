import { expect, it } from 'vitest';
import { greetingAt } from './greeting.server';

it.each([
  ['2026-11-20T03:59:00Z', 'Europe/Berlin', 'evening'],
  ['2026-11-20T04:00:00Z', 'Europe/Berlin', 'morning'],
  ['2026-11-20T11:00:00Z', 'Europe/Berlin', 'day'],
  ['2026-11-20T17:00:00Z', 'Europe/Berlin', 'evening'],
  ['2026-11-20T11:00:00Z', 'America/New_York', 'morning'],
  ['2026-07-20T10:00:00Z', 'Europe/Berlin', 'day'],
])('at %s in %s it is %s', (now, zone, greeting) => {
  expect(greetingAt(new Date(now), zone)).toBe(greeting);
});
