import { expect, it } from 'vitest';
import { contract } from './contract';
import { writeKinds, writeLimits } from './write-limits';

interface Call {
  method: string;
  operationId: string;
  security: unknown[];
}

const writes = Object.values(contract)
  .flatMap((module) => Object.values(module) as Call[])
  .filter(({ method }) => method !== 'get');

it('every call that writes has a kind, and no other has one but the GET that admits to channels', () => {
  expect(writes.length).toBeGreaterThan(0);
  const names = [...writes.map(({ operationId }) => operationId), 'authorizeChannelByGet'];
  expect(Object.keys(writeKinds).sort()).toEqual(names.sort());
  expect(writeKinds.authorizeChannelByGet).toBe(writeKinds.authorizeChannel);
});

it('what members call has limits for members, what anybody may call has not', () => {
  const ofGuests = writes.filter(({ security }) => security.length === 0).map(({ operationId }) => operationId);
  const marked = Object.entries(writeKinds).filter(([, kind]) => kind === 'guest');
  expect(marked.map(([name]) => name).sort()).toEqual(ofGuests.sort());
});

it('a day allows more than a minute', () => {
  for (const { minute, day } of Object.values(writeLimits)) expect(day).toBeGreaterThan(minute);
});
