import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { abilities, abilityFor, withAbility } from '../../contract/abilities';
import { contract } from '../../contract/contract';
import { asMember, memberFailures, noContent } from '../../contract/shapes';
import { describeOnEachDatabase } from '../../database/database.testing';
import { createApi } from '../../http/api';
import { forMember } from '../../members/member-gate';
import { users } from '../../members/members.tables';
import { type Club, openClub } from '../identity.testing';
import { memberChecks } from '../member-checks';
import { openPlainMember } from './api-tokens.testing';
import { opened } from './opened-calls.testing';

const now = new Date('2026-11-20T09:00:00Z');
const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());

const calls = Object.values(contract).flatMap((module) => Object.values(module) as RouteConfig[]);
const memberCalls = calls.filter(({ security }) => security?.some((scheme) => 'bearer' in scheme));
const nameOf = ({ method, path }: Pick<RouteConfig, 'method' | 'path'>) => `${method.toUpperCase()} ${path}`;

describe('the contract', () => {
  it('opens to API tokens what stands here, and nothing else', () => {
    const found = memberCalls.map((call) => [nameOf(call), abilityFor(call)] as const);
    expect(Object.fromEntries(found.filter(([, ability]) => ability))).toEqual(opened);
  });

  it('has no ability that moves money or changes the account', () => {
    expect(abilities.filter((ability) => !ability.endsWith(':read'))).toEqual(['support:write']);
  });
});

describeOnEachDatabase('an API token', (open) => {
  let club: Club;
  let member: Awaited<ReturnType<typeof openPlainMember>>;
  beforeEach(async () => {
    club = await openClub(open);
    member = await openPlainMember(club);
  });
  const profile = (token: string, ip = '192.0.2.1', language: 'en' | 'de' = 'en') =>
    club.call('GET', '/user', { token, ip, language });

  /** Calls a route through the gate, with a handler of the test. */
  async function attempt({ operationId, method, path, security }: RouteConfig, token: string) {
    const api = createApi(club, { checks: memberChecks(club) });
    const route = createRoute({
      operationId,
      method,
      path,
      security,
      responses: { 204: noContent, ...memberFailures },
    });
    api.openapi(forMember(club, route), (c) => c.body(null, 204));
    const address = `http://localhost/api${path.replace(/\{\w+\}/g, '1')}`;
    const headers = { authorization: `Bearer ${token}` };
    const request = new Request(address, { method: method.toUpperCase(), headers });
    const response = await api.fetch(request, { ip: '192.0.2.1', requestId: 'request-1' });
    return response.status === 204 ? 'goes on' : [response.status, ((await response.json()) as { code: string }).code];
  }

  it('reaches each call that its abilities open, and no other', async () => {
    const refused = [403, 'missing_ability'];
    const one = await member.made({ name: 'One', abilities: ['profile:read'] });
    const all = await member.made({ name: 'All', abilities: [...abilities] });
    for (const call of memberCalls) {
      advance(2);
      const name = nameOf(call);
      expect([name, await attempt(call, all.plain_text_token)]).toEqual([name, opened[name] ? 'goes on' : refused]);
      const ofOne = opened[name] === 'profile:read' ? 'goes on' : refused;
      expect([name, await attempt(call, one.plain_text_token)]).toEqual([name, ofOne]);
      expect([name, await attempt(call, member.token)]).toEqual([name, 'goes on']);
    }
  });

  it.each(Object.entries(opened))('without its ability does not reach %s', async (name, ability) => {
    const call = memberCalls.find((one) => nameOf(one) === name) as RouteConfig;
    const others = await member.made({ name: 'Others', abilities: abilities.filter((one) => one !== ability) });
    expect(await attempt(call, others.plain_text_token)).toEqual([403, 'missing_ability']);
  });

  it('reads the profile', async () => {
    const { plain_text_token } = await member.made();
    expect(await profile(plain_text_token)).toMatchObject({
      status: 200,
      body: {
        id: member.user.id,
        name: 'Mia Sommer',
        email: 'mia@example.org',
        email_verified: false,
        language: 'en',
        timezone: null,
        address: { firstname: 'Mia', lastname: 'Sommer', country: 'DE' },
      },
    });
    expect((await profile(plain_text_token)).body).not.toHaveProperty('permissions');
    expect((await profile(member.token)).body).toEqual((await profile(plain_text_token)).body);
  });

  it('says in the member’s language what it lacks', async () => {
    const { plain_text_token } = await member.made({ abilities: ['news:read'] });
    const { status, body } = await profile(plain_text_token, '192.0.2.1', 'de');
    expect([status, body]).toEqual([403, { message: 'Das darf dieses API-Token nicht.', code: 'missing_ability' }]);
  });

  it('is good until its end, and not a moment longer', async () => {
    const { plain_text_token } = await member.made({ expires_in_days: 1 });
    advance(24 * 3600 - 1);
    expect((await profile(plain_text_token)).status).toBe(200);
    advance(1);
    expect(await profile(plain_text_token)).toMatchObject({ status: 401, body: { message: 'Unauthenticated.' } });
  });

  it('is over at once when it is revoked; unknown and mistyped ones are answered alike', async () => {
    const { id, plain_text_token } = await member.made();
    await member.revoke(id);
    for (const token of [plain_text_token, `alm_${'0'.repeat(49)}`, `alm_${'x'.repeat(49)}`]) {
      expect(await profile(token)).toMatchObject({ status: 401, body: { message: 'Unauthenticated.' } });
    }
  });

  it('works from the addresses that it was made for', async () => {
    const { plain_text_token } = await member.made({ allowed_ips: ['192.0.2.0/24', '2001:db8::/32'] });
    for (const ip of ['192.0.2.200', '::ffff:192.0.2.200', '2001:db8:1::5']) {
      expect((await profile(plain_text_token, ip)).status).toBe(200);
    }
    for (const ip of ['192.0.3.1', '2001:db9::1', '::ffff:192.0.3.1', '::192.0.2.200']) {
      const { status, body } = await profile(plain_text_token, ip);
      expect([ip, status, body.code]).toEqual([ip, 403, 'ip_not_allowed']);
    }
    const unknown = await club.call('GET', '/user', { token: plain_text_token, ip: null });
    expect(unknown.body.code).toBe('ip_not_allowed');
  });

  it('counts calls from a foreign address as well', async () => {
    const { plain_text_token } = await member.made({ allowed_ips: ['192.0.2.1'] });
    for (let n = 0; n < 60; n++) expect((await profile(plain_text_token, '203.0.113.9')).status).toBe(403);
    expect((await profile(plain_text_token, '203.0.113.9')).status).toBe(429);
  });

  it('is let through 60 times a minute, each token for itself', async () => {
    const { plain_text_token } = await member.made();
    const other = await member.made({ name: 'Other' });
    for (let left = 59; left >= 0; left--) {
      const { status, headers } = await profile(plain_text_token);
      expect([status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual([
        200,
        '60',
        String(left),
      ]);
    }
    const refused = await profile(plain_text_token);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await profile(other.plain_text_token)).status).toBe(200);
    advance(61);
    expect((await profile(plain_text_token)).status).toBe(200);
  });

  it('notes when and from where it was used, to the minute, and nothing of a stranger', async () => {
    const { plain_text_token } = await member.made({ allowed_ips: ['192.0.2.0/24'] });
    const used = async () => {
      const [token] = (await member.list()).data;
      return [token?.last_used_at, token?.last_used_ip];
    };
    await profile(plain_text_token, '203.0.113.9');
    expect(await used()).toEqual([null, null]);
    await profile(plain_text_token, '192.0.2.1');
    advance(59);
    await profile(plain_text_token, '192.0.2.2');
    expect(await used()).toEqual([now.toISOString(), '192.0.2.1']);
    advance(1);
    await profile(plain_text_token, '192.0.2.2');
    expect(await used()).toEqual([new Date(now.getTime() + 60_000).toISOString(), '192.0.2.2']);
  });

  it('does nothing for a member who may no longer have one', async () => {
    const { plain_text_token } = await member.made();
    await club.db.update(users).set({ permissions: [] }).where(eq(users.id, member.user.id));
    expect((await profile(plain_text_token)).body.code).toBe('missing_permission');
  });

  it('does not act before its member has agreed to new terms', async () => {
    const { plain_text_token } = await member.made({ abilities: [...abilities] });
    const ability = withAbility('support:write');
    const act = { operationId: 'markAsRead', method: 'post', path: '/things', ...ability, responses: {} } as const;
    expect(await attempt(act, plain_text_token)).toBe('goes on');
    await club.db.execute('delete from term_acceptances');
    expect(await attempt(act, plain_text_token)).toEqual([403, 'terms_not_accepted']);
    const closed = { ...act, ...asMember };
    expect(await attempt(closed, plain_text_token)).toEqual([403, 'missing_ability']);
  });
});
