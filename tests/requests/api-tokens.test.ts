import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiTokens } from '../../upstream/identity/api-tokens/api-tokens.tables';
import { type Club, sharedClub } from '../support/club';
import { codeIn } from '../support/mailbox';
import type { MemberState } from '../support/members';
import { textsIn } from '../support/texts';
import { formOf, type Page, readableText, Visitor } from '../support/visitor';

const t = textsIn('en');
const NEW = '/settings/api-token/new';
const draft = { name: 'Script', abilities: ['profile:read'] };
let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

/** Sends only what `curl -H` sends. */
async function call(path: string, token: string, { method = 'GET', from = '192.0.2.1' } = {}) {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': from };
  const response = await fetch(`${club.url}/api${path}`, { method, headers });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

async function openMember(state: MemberState = {}) {
  const member = await club.member(state);
  const visitor = new Visitor(club.url);
  await visitor.signIn(member);
  const send = async (fields: Record<string, string | string[]> = {}, page?: Page) =>
    visitor.submit(page ?? (await visitor.get(NEW)), 'api-token', { ...draft, ...fields });
  return {
    member,
    visitor,
    send,
    tokens: async () => (await club.db.select().from(apiTokens).where(eq(apiTokens.userId, member.id))).length,
    /** Returns the plain token of a member who needs no verification step. */
    async make(fields: Record<string, string | string[]> = {}) {
      const page = await send(fields);
      return /alm_[0-9A-Za-z]{49}/.exec(page.body)?.[0] ?? '';
    },
  };
}

const mailedCode = async (to: string) => codeIn(await club.mailbox.waitFor({ to, subject: /code/i }));

describe('an API token over HTTP', () => {
  it('works at once, says what is left of its allowance, and is no session', async () => {
    const { member, make } = await openMember({ verified: false });
    const token = await make();
    const { status, headers, body } = await call('/user', token);
    expect([status, body.email]).toEqual([200, member.email]);
    expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['60', '59']);
    expect(headers.get('cache-control')).toBe('no-store, private');
    for (const [method, path] of [
      ['GET', '/user/header'],
      ['GET', '/user/devices'],
      ['GET', '/user/api-tokens'],
      ['POST', '/user/api-tokens'],
      ['POST', '/auth/refresh'],
      ['POST', '/auth/logout'],
      ['POST', '/broadcasting/auth'],
      ['GET', '/broadcasting/auth?socket_id=1.2&channel_name=private-user.1'],
    ] as const) {
      const refused = await call(path, token, { method });
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'missing_ability']);
    }
  });

  it('works from its addresses alone, as the proxy in front names them', async () => {
    const { make } = await openMember({ verified: false });
    const token = await make({ allowed_ips: '203.0.113.0/24\r\n2001:db8::/32' });
    const answers = [];
    for (const from of ['203.0.113.9', '2001:db8:5::1', '203.0.114.9'])
      answers.push(await call('/user', token, { from }));
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [200, undefined],
      [200, undefined],
      [403, 'ip_not_allowed'],
    ]);
  });

  it('signs nobody in on the pages', async () => {
    const { make } = await openMember({ verified: false });
    const headers = { authorization: `Bearer ${await make()}` };
    expect((await new Visitor(club.url).get('/dashboard', headers)).location).toBe('/login');
  });
});

describe('the form of a new token', () => {
  it('makes one token of one press: sent again, its code is used and its name taken', async () => {
    const { member, visitor, send, tokens } = await openMember();
    const asked = await send();
    expect([asked.status, readableText(asked).includes(t('verification.mail'))]).toEqual([200, true]);
    const fields = { verification_code: await mailedCode(member.email) };
    const made = await visitor.submit(asked, 'api-token', fields);
    expect([made.status, /alm_[0-9A-Za-z]{49}/.test(made.body)]).toEqual([200, true]);
    expect(made.headers.get('cache-control')).toContain('no-store');
    const again = await visitor.submit(asked, 'api-token', fields);
    expect([again.status, /alm_[0-9A-Za-z]{49}/.test(again.body), await tokens()]).toEqual([422, false, 1]);
    expect(readableText(again)).toContain(t('settings:api_token.name_taken'));
  });

  it('takes no code that was mailed for another draft, and shows it to nobody again', async () => {
    const { member, visitor, send, tokens } = await openMember();
    const asked = await send();
    const verification_code = await mailedCode(member.email);
    const refused = await visitor.submit(asked, 'api-token', { verification_code, expires_in_days: '365' });
    expect([refused.status, await tokens()]).toEqual([422, 0]);
    expect(formOf(refused, 'api-token').fields).toContainEqual(['verification_code', '']);
    expect(formOf(refused, 'api-token').fields).toContainEqual(['expires_in_days', '365']);
    expect((await visitor.submit(asked, 'api-token', { verification_code })).status).toBe(200);
  });

  it.each([
    ['no name', { name: ' ' }],
    ['61 characters', { name: 'x'.repeat(61) }],
    ['no ability', { abilities: [] }],
    ['an ability that does not exist', { abilities: ['wallet:withdraw'] }],
    ['366 days', { expires_in_days: '366' }],
    ['a day that is over', { expires_in_days: '-1' }],
    ['11 addresses', { allowed_ips: Array.from({ length: 11 }, (_, at) => `192.0.2.${at}`).join('\r\n') }],
    ['what is no address', { allowed_ips: '192.0.2.1/33' }],
    ['another member', { user_id: '1' }],
  ])('with %s is shown again, with what was typed', async (_, fields) => {
    const { send, tokens } = await openMember({ verified: false });
    const page = await send(fields);
    expect([page.status, await tokens()]).toEqual([422, 0]);
    expect(page.body).toContain('class="summary"');
    const shown = formOf(page, 'api-token').fields;
    for (const [name, value] of Object.entries(fields)) {
      if (['name', 'allowed_ips'].includes(name)) expect(shown).toContainEqual([name, value]);
    }
  });

  it('gives way to a note with ten tokens, and takes no eleventh', async () => {
    const { visitor, send, make, tokens } = await openMember({ verified: false });
    const open = await visitor.get(NEW);
    for (let number = 1; number <= 10; number++) await make({ name: `Token ${number}` });
    const eleventh = await send({ name: 'Token 11' }, open);
    expect([eleventh.status, await tokens()]).toEqual([409, 10]);
    expect(readableText(eleventh)).toContain(t('settings:api_token.full'));
    const page = await visitor.get(NEW);
    expect(readableText(page)).toContain(t('settings:api_token.full'));
    expect(page.body).not.toContain('id="api-token"');
  });

  it('and the list are for members who may have tokens', async () => {
    const { visitor } = await openMember({ permissions: [] });
    expect((await visitor.get(NEW)).status).toBe(403);
    expect((await visitor.get('/settings/api-token')).status).toBe(403);
  });
});

describe('revoking', () => {
  const csrfOf = ({ body }: Page) => /name="csrf" value="([^"]*)"/.exec(body)?.[1] ?? '';

  it('a token of somebody else, or of nobody, is answered 404 and changes nothing', async () => {
    const noa = await openMember({ verified: false });
    const token = await noa.make();
    const [row] = await club.db.select({ id: apiTokens.id }).from(apiTokens).where(eq(apiTokens.userId, noa.member.id));
    const { visitor } = await openMember();
    const csrf = csrfOf(await visitor.get('/settings/api-token'));
    for (const id of [row?.id ?? '', '1', 'x'.repeat(64)]) {
      const answer = await visitor.post('/settings/api-token', { csrf, intent: 'revoke', id });
      expect([id, answer.status]).toEqual([id, 404]);
    }
    expect((await call('/user', token)).status).toBe(200);
  });

  it.each([[{ intent: 'revoke' }], [{ intent: 'delete', id: '1' }], [{ intent: 'saved', id: '1' }]])(
    'by %j is answered 400',
    async (fields) => {
      const { visitor } = await openMember();
      const csrf = csrfOf(await visitor.get('/settings/api-token'));
      const answer = await visitor.post('/settings/api-token', { csrf, ...fields } as Record<string, string>);
      expect(answer.status).toBe(400);
    },
  );
});

it('the reference says which calls each ability opens', async () => {
  const page = await new Visitor(club.url).get('/api/docs');
  expect(readableText(page)).toMatch(/profile:read\s+GET \/api\/user\s+wallet:read\s+GET \/api\/wallet/);
  expect(readableText(page)).toMatch(/appointments:read\s+GET \/api\/appointments/);
  const { body } = await new Visitor(club.url).get('/api/openapi.json');
  expect(JSON.parse(body).paths['/api/user'].get.security).toEqual([{ bearer: [] }, { apiToken: ['profile:read'] }]);
});
