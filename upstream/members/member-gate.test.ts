import { pino } from 'pino';
import { expect, it } from 'vitest';
import { listDevices } from '../contract/devices';
import { testConfig } from '../database/database.testing';
import type { Deps } from '../deps';
import { createApi } from '../http/api';
import { forMember } from './member-gate';

it('the gate lets nobody pass where nothing was handed in that checks API tokens, ghosts and terms', async () => {
  const deps = { config: testConfig, log: pino({ level: 'silent' }) } as Deps;
  const api = createApi(deps);
  let passed = false;
  api.openapi(forMember(deps, listDevices), () => {
    passed = true;
    throw new Error('The gate let the call pass.');
  });
  const headers = { authorization: `Bearer ${'x'.repeat(43)}` };
  const request = new Request('http://localhost/api/user/devices', { headers });
  const { status } = await api.fetch(request, { ip: '192.0.2.1', requestId: 'request-1' });
  expect({ status, passed }).toEqual({ status: 500, passed: false });
});
