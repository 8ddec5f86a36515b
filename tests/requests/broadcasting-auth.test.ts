import { beforeAll, describe, expect, it } from 'vitest';
import { type Club, sharedClub } from '../support/club';
import { libraryOf } from '../support/pusher-library';
import { askToEnter, sameOrigin, signedIn } from '../support/realtime';
import { Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

describe('POST /broadcasting/auth', () => {
  it('admits a member to their own channel, and gives no bearer away', async () => {
    const { visitor, member } = await signedIn(club);
    const answer = await askToEnter(visitor, club.url, `private-user.${member.id}`);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toEqual(libraryOf(club).authorizeChannel('1.2', `private-user.${member.id}`));
    expect([answer.headers.get('cache-control'), answer.headers.get('set-cookie')]).toEqual(['no-store', null]);
  });

  it('denies every other channel as Laravel does', async () => {
    const { visitor, member } = await signedIn(club);
    for (const channel of [
      'private-user.1',
      `private-user.${member.id}0`,
      `private-user.${member.id}.x`,
      `private-encrypted-user.${member.id}`,
      `private-cache-user.${member.id}`,
      `presence-user.${member.id}`,
      'presence-room',
      'client',
    ]) {
      const answer = await askToEnter(visitor, club.url, channel);
      expect([channel, answer.status, answer.body]).toEqual([channel, 403, '{"message":""}']);
    }
  });

  it('says without an error that a channel which is only tried is not the member’s', async () => {
    const { visitor, member } = await signedIn(club);
    const ask = (channel_name: string) =>
      visitor.post('/broadcasting/auth', { socket_id: '1.2', channel_name, is_tried: '1' }, sameOrigin(club.url));
    const refused = await ask('presence-conversation.0199a000-0000-7000-8000-000000000001');
    expect([refused.status, refused.body]).toEqual([204, '']);
    expect((await ask(`private-user.${member.id}`)).status).toBe(200);
  });

  it('denies guests, other sites, and callers who are no page of ours', async () => {
    const { visitor, member } = await signedIn(club);
    const fields = { socket_id: '1.2', channel_name: `private-user.${member.id}` };
    const guest = await askToEnter(new Visitor(club.url), club.url, fields.channel_name);
    expect([guest.status, guest.body]).toEqual([403, '{"message":""}']);
    const refused = [
      await visitor.post('/broadcasting/auth', fields),
      await visitor.post('/broadcasting/auth', fields, { Origin: 'https://evil.example' }),
      await visitor.post('/broadcasting/auth', fields, { ...sameOrigin(club.url), 'Sec-Fetch-Site': 'cross-site' }),
    ];
    for (const { status, body } of refused) expect([status, body]).toEqual([403, '{"message":""}']);
  });

  it('says 401 to a member whose session is over', async () => {
    const { visitor, member } = await signedIn(club);
    const other = new Visitor(club.url);
    for (const [name, value] of visitor.cookies) other.cookies.set(name, value);
    await visitor.submit(await visitor.get('/dashboard'), '/logout');
    const answer = await askToEnter(other, club.url, `private-user.${member.id}`);
    expect([answer.status, answer.body]).toEqual([401, '{"message":"Unauthenticated."}']);
  });

  it.each([
    [{ socket_id: '1', channel_name: 'private-user.1' }, 422],
    [{ socket_id: '1.2:private-user.1', channel_name: 'private-user.1' }, 422],
    [{ socket_id: '1.2', channel_name: 'a b' }, 422],
    [{}, 422],
  ])('%j → %i', async (fields, status) => {
    const { visitor } = await signedIn(club);
    const answer = await visitor.post('/broadcasting/auth', fields as Record<string, string>, sameOrigin(club.url));
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toHaveProperty('message');
  });

  it('takes a form, and nothing to read', async () => {
    const { visitor } = await signedIn(club);
    const init = {
      method: 'POST',
      body: '{}',
      headers: { ...sameOrigin(club.url), 'Content-Type': 'application/json' },
    };
    expect((await visitor.request('/broadcasting/auth', init)).status).toBe(415);
    expect((await visitor.get('/broadcasting/auth')).location).toBe('/dashboard');
  });
});

describe('POST /broadcasting/user-auth', () => {
  const ask = (visitor: Visitor, socket_id = '1.2') =>
    visitor.post('/broadcasting/user-auth', { socket_id }, sameOrigin(club.url));

  it('signs the socket of a member in, by a form as by JSON', async () => {
    const { visitor, member } = await signedIn(club);
    const answer = await ask(visitor);
    const signed = libraryOf(club).authenticateUser('1.2', { id: String(member.id) });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, signed]);
  });

  it('signs for nobody else', async () => {
    const { visitor } = await signedIn(club);
    expect((await ask(new Visitor(club.url))).status).toBe(403);
    expect((await ask(visitor, 'x')).status).toBe(422);
    expect((await visitor.post('/broadcasting/user-auth', { socket_id: '1.2' })).status).toBe(403);
    expect((await visitor.get('/broadcasting/user-auth')).location).toBe('/dashboard');
  });
});

describe('/api/broadcasting/auth', () => {
  it('takes JSON, a form and fields in the address, by POST and by GET, as clients of Laravel send them', async () => {
    const { email, password, id } = await club.member();
    const json = { 'content-type': 'application/json' };
    const login = await fetch(`${club.url}/api/auth/login`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email, password }),
    });
    const { token } = (await login.json()) as { token: { access_token: string } };
    const authorization = `Bearer ${token.access_token}`;
    const fields = { socket_id: '1.2', channel_name: `private-user.${id}` };
    const form = new URLSearchParams(fields);
    const path = `${club.url}/api/broadcasting/auth`;
    const ask = async (url: string, init: RequestInit & { headers?: Record<string, string> }) => {
      const answer = await fetch(url, { ...init, headers: { authorization, ...init.headers } });
      return [answer.status, await answer.json()];
    };
    const signed = [200, libraryOf(club).authorizeChannel('1.2', fields.channel_name)];
    expect(await ask(path, { method: 'POST', headers: json, body: JSON.stringify(fields) })).toEqual(signed);
    expect(await ask(path, { method: 'POST', body: form })).toEqual(signed);
    expect(await ask(`${path}?${form}`, { method: 'POST' })).toEqual(signed);
    expect(await ask(`${path}?${form}`, {})).toEqual(signed);
    form.set('channel_name', 'private-user.1');
    expect(await ask(path, { method: 'POST', body: form })).toEqual([403, { message: '' }]);
    expect(await ask(`${path}?${form}`, {})).toEqual([403, { message: '' }]);
    expect((await ask(path, { method: 'POST', body: new URLSearchParams({ socket_id: '1' }) }))[0]).toBe(422);
    expect((await ask(`${club.url}/api/auth/refresh`, { method: 'POST', body: form }))[0]).toBe(415);
  });
});
