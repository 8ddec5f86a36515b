import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import { desc } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../contract/contract';
import { asAnyone, asMember, memberFailures, noContent } from '../../contract/shapes';
import { describeOnEachDatabase } from '../../database/database.testing';
import { createApi } from '../../http/api';
import { forMember } from '../../members/member-gate';
import { type Club, openClub } from '../identity.testing';
import { memberChecks } from '../member-checks';
import { ghostRequests } from './ghost.tables';
import { addBoth, enter } from './ghost.testing';
import { watchGhosts } from './ghost-gate';
import { allowed, allowedInWriting, outcomeOf, secret } from './ghost-rights';

const calls = Object.values(contract).flatMap((module) => Object.values(module) as RouteConfig[]);
const isForMembers = ({ security }: RouteConfig) => security?.some((scheme) => 'bearer' in scheme) ?? false;
const nameOf = ({ method, path }: RouteConfig) => `${method.toUpperCase()} ${path}`;

describe('the calls that staff may make in a member’s area', () => {
  it('are calls of the contract', () => {
    // The endpoint takes this call by GET, too. The web app is no such client, so the contract does not have it.
    const known = [...calls.map(nameOf), 'GET /broadcasting/auth'];
    const named = [allowed, allowedInWriting, secret].flatMap((calls) => Object.keys(calls));
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('sign no socket into a channel: a signature does not end with ghost mode', () => {
    for (const method of ['POST', 'GET'])
      expect(outcomeOf(method, '/broadcasting/auth', { readOnly: false })).toBe('refused');
  });

  it('are never about what stays forbidden, and reading reaches no secret', () => {
    const forbidden =
      /financial|wallet|withdraw|order|deposit|password|email|2fa|token|terms|agree|chat|message|delete|export|verif|revert|consent/;
    expect(Object.keys(allowedInWriting).filter((name) => forbidden.test(name))).toEqual([]);
    expect(Object.keys(secret).every((name) => name.startsWith('GET '))).toBe(true);
  });
});

describeOnEachDatabase('in ghost mode', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openClub(open);
  });

  /** Calls routes with handlers of the test. Returns the outcomes and the records of the calls. */
  async function attempt(routes: RouteConfig[], write: boolean) {
    const both = await addBoth(club);
    const token = await enter(club, both, { write });
    const outcomes: Record<string, unknown> = {};
    for (const route of routes) {
      const answer = await answerTo(route, token);
      const [logged] = await club.db.select().from(ghostRequests).orderBy(desc(ghostRequests.id)).limit(1);
      const { method, path } = route;
      const about = { actorId: both.greta.id, userId: both.mia.id, method: method.toUpperCase(), path };
      expect(logged).toMatchObject({ ...about, page: '/dashboard', requestId: 'request-1' });
      outcomes[nameOf(route)] = { answer, logged: logged?.outcome };
    }
    expect(await club.db.$count(ghostRequests)).toBe(routes.length);
    return outcomes;
  }

  async function answerTo({ operationId, method, path, security }: RouteConfig, token: string) {
    const api = createApi(club, { checks: memberChecks(club) });
    api.use(watchGhosts(club));
    const means = isForMembers({ security } as RouteConfig) ? asMember : asAnyone;
    const route = createRoute({
      operationId,
      method,
      path,
      ...means,
      responses: { 204: noContent, ...memberFailures },
    });
    api.openapi(means === asMember ? forMember(club, route) : route, (c) => c.body(null, 204));
    const address = `http://localhost/api${path.replace(/\{\w+\}/g, '1')}`;
    const headers = { authorization: `Bearer ${token}`, 'accept-language': 'de' };
    const env = { ip: '192.0.2.1', requestId: 'request-1', page: '/dashboard' };
    const response = await api.fetch(new Request(address, { method: method.toUpperCase(), headers }), env);
    return response.status === 204 ? 'goes on' : { status: response.status, body: await response.json() };
  }

  const refused = {
    answer: {
      status: 403,
      body: {
        message: 'Im Geistmodus kannst du dir dieses Konto ansehen, aber das geht dabei nicht.',
        code: 'forbidden_in_ghost_mode',
      },
    },
    logged: 'refused',
  };
  const passes = (logged: 'read' | 'write') => ({ answer: 'goes on', logged });
  const mayAlways = (call: RouteConfig) =>
    (call.method === 'get' && !(nameOf(call) in secret)) || nameOf(call) in allowed;
  const outcomesBy = (outcome: (call: RouteConfig) => unknown) =>
    Object.fromEntries(calls.map((call) => [nameOf(call), outcome(call)]));

  it('each call goes on or is refused as the lists say, read-only', async () => {
    expect(await attempt(calls, false)).toEqual(outcomesBy((call) => (mayAlways(call) ? passes('read') : refused)));
  });

  it('each call goes on or is refused as the lists say, writing', async () => {
    const expected = (call: RouteConfig) => (nameOf(call) in allowedInWriting ? passes('write') : refused);
    expect(await attempt(calls, true)).toEqual(
      outcomesBy((call) => (mayAlways(call) ? passes('read') : expected(call))),
    );
  });

  it('a call that comes new is refused', async () => {
    const route = { method: 'delete', path: '/user/harvest', ...asMember, responses: {} } as RouteConfig;
    expect(await attempt([route], true)).toEqual({ 'DELETE /user/harvest': refused });
  });

  it('so is one that does not exist', async () => {
    const token = await enter(club, await addBoth(club), { write: true });
    expect((await club.call('PATCH', '/nothing/here', { token })).body.code).toBe('forbidden_in_ghost_mode');
  });
});
