import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import { beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../contract/contract';
import { asMember, memberFailures, noContent } from '../contract/shapes';
import { describeOnEachDatabase } from '../database/database.testing';
import { createApi } from '../http/api';
import { type Club, getToken, openClub } from '../identity/identity.testing';
import { memberChecks } from '../identity/member-checks';
import { forMember } from '../members/member-gate';
import { goesOn } from './terms-gate';

const calls = Object.values(contract).flatMap((module) => Object.values(module) as RouteConfig[]);
const memberCalls = calls.filter(({ security }) => security?.some((scheme) => 'bearer' in scheme));
const nameOf = ({ method, path }: RouteConfig) => `${method.toUpperCase()} ${path}`;

describe('the calls that go on while terms wait', () => {
  it('are calls of members', () => {
    const known = memberCalls.map(nameOf);
    expect(Object.keys(goesOn).filter((name) => !known.includes(name))).toEqual([]);
  });
});

describeOnEachDatabase('while terms wait', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openClub(open);
  });

  /** Calls a route through the gate, with a handler of the test. */
  async function attempt({ operationId, method, path }: RouteConfig, token: string) {
    const api = createApi(club, { checks: memberChecks(club) });
    const route = createRoute({
      operationId,
      method,
      path,
      ...asMember,
      responses: { 204: noContent, ...memberFailures },
    });
    api.openapi(forMember(club, route), (c) => c.body(null, 204));
    const address = `http://localhost/api${path.replace(/\{\w+\}/g, '1')}`;
    const headers = { authorization: `Bearer ${token}`, 'accept-language': 'de' };
    const env = { ip: '192.0.2.1', requestId: 'request-1' };
    const response = await api.fetch(new Request(address, { method: method.toUpperCase(), headers }), env);
    return response.status === 204 ? 'goes on' : { status: response.status, body: await response.json() };
  }

  async function attemptAll(acceptedTerms: boolean) {
    const email = `${acceptedTerms}@example.org`;
    await club.addMember({ email, acceptedTerms });
    const token = await getToken(club, email);
    const outcomes: Record<string, unknown> = {};
    for (const call of memberCalls) outcomes[nameOf(call)] = await attempt(call, token);
    return outcomes;
  }
  const outcomesBy = (outcome: (call: RouteConfig) => unknown) =>
    Object.fromEntries(memberCalls.map((call) => [nameOf(call), outcome(call)]));

  it('each call goes on or is refused as the list says', async () => {
    const refusal = {
      status: 403,
      body: {
        message: 'Unsere Bedingungen haben sich geändert. Bitte lies sie und stimme ihnen zuerst zu.',
        code: 'terms_not_accepted',
      },
    };
    const mayGoOn = (call: RouteConfig) => call.method === 'get' || nameOf(call) in goesOn;
    expect(await attemptAll(false)).toEqual(outcomesBy((call) => (mayGoOn(call) ? 'goes on' : refusal)));
  });

  it('each call goes on once they were accepted', async () => {
    expect(await attemptAll(true)).toEqual(outcomesBy(() => 'goes on'));
  });

  it('a refused call changes nothing, and works after the agreement', async () => {
    await club.addMember({ acceptedTerms: false });
    const token = await getToken(club);
    const options = { token };
    const toggle = () => club.call('POST', '/instructions/toggle-state/tour', options);
    expect((await toggle()).body.code).toBe('terms_not_accepted');
    expect((await club.call('GET', '/user/header', options)).body.user.instruction_state).toEqual({});
    expect((await club.call('POST', '/user/terms/agree-updates', options)).status).toBe(204);
    expect((await toggle()).body.instruction_state).toEqual({ tour_closed: true });
  });
});
