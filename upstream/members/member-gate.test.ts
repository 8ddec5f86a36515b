import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listDevices } from '../contract/devices';
import { describeOnEachDatabase, testConfig } from '../database/database.testing';
import type { Deps } from '../deps';
import { createApi } from '../http/api';
import type { Api } from '../http/env';
import { getToken, openClub } from '../identity/identity.testing';
import { forMember } from './member-gate';
import { authSessions } from './sessions.tables';

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

describeOnEachDatabase('a write in a request of a browser that has read', (open) => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  /** Returns what a browser's requests ask for: their calls share an object. */
  async function openWithMia() {
    let api: Api | undefined;
    const club = await openClub(open, {}, (mounted) => {
      api = mounted;
      return {};
    });
    await club.addMember();
    const authorization = `Bearer ${await getToken(club)}`;
    function request() {
      const env = { ip: '192.0.2.1', requestId: 'request-1' };
      const call = async (path: string, init: RequestInit = {}) => {
        const headers = { authorization, 'content-type': 'application/json' };
        return (await api?.fetch(new Request(`http://localhost/api${path}`, { headers, ...init }), env))?.status;
      };
      return {
        read: () => call('/user/devices'),
        write: () => call('/user/tracking-consent', { method: 'PUT', body: '{"given":true}' }),
      };
    }
    const endSession = () =>
      club.db.update(authSessions).set({ revokedAt: new Date(), revokedReason: 'password_changed' });
    return { request, endSession };
  }

  it('goes by that read, once', async () => {
    const { request, endSession } = await openWithMia();
    const { read, write } = request();
    expect(await read()).toBe(200);
    await endSession();
    expect(await write()).toBe(200);
    expect(await write()).toBe(401);
  });

  it('looks for the member again after a second', async () => {
    const { request, endSession } = await openWithMia();
    const { read, write } = request();
    await read();
    await endSession();
    vi.setSystemTime(Date.now() + 1000);
    expect(await write()).toBe(401);
  });

  it('looks for the member again in another request', async () => {
    const { request, endSession } = await openWithMia();
    await request().read();
    await endSession();
    expect(await request().write()).toBe(401);
  });

  it('lets the next read look again', async () => {
    const { request, endSession } = await openWithMia();
    const { read, write } = request();
    await read();
    await Promise.all([write(), read()]);
    await endSession();
    expect(await read()).toBe(401);
  });
});
