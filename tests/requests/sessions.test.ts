import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Address, User } from '../../upstream/contract/member';
import { type Club, newAddress, startClub } from '../support/club';
import type { Member } from '../support/members';
import { Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

const callApi = (path: string, body: object) =>
  fetch(`${club.url}/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': newAddress() },
    body: JSON.stringify(body),
  });

it('a password counts as it was typed, to its last sign', async () => {
  const email = 'exactly.as.typed@example.org';
  const password = ` ${'Drei grüne Wiesen im Mai, '.repeat(5).slice(0, 126)} `;
  const visitor = new Visitor(club.url);
  const application = {
    firstname: 'Jonas',
    lastname: 'Weiß',
    email,
    birthdate: '1991-02-28',
    country: 'AT',
    password,
    password_confirmation: password,
    terms: ['1', '2'],
  };
  const answer = await visitor.submit(await visitor.get('/register'), 'register', application);
  expect([answer.status, answer.location]).toEqual([303, '/email-verification/sent']);
  for (const other of [password.trim(), password.toLowerCase(), password.slice(0, 127)])
    expect((await visitor.signIn({ email, password: other })).status).toBe(422);
  expect((await visitor.signIn({ email, password })).location).toBe('/dashboard');
});

it('a new password opens nothing without the second factor', async () => {
  const member = await club.member({ twoFactor: true });
  const visitor = new Visitor(club.url);
  await visitor.submit(await visitor.get('/recover'), 'recover', { email: member.email });
  const mail = await club.mailbox.waitFor({ to: member.email, subject: 'Reset your password' });
  const page = await visitor.get(new URL(mail.links[0] ?? '').pathname);
  const password = 'an entirely new password 7';
  await visitor.submit(page, 'reset', { password, password_confirmation: password });
  expect((await visitor.signIn({ email: member.email, password })).location).toBe('/login/two-factor');
  expect((await visitor.get('/dashboard')).location).toBe('/login');
});

it('a member who is signed in can ask for another mail, whose form has no time', async () => {
  const member = await club.member({ verified: false });
  const visitor = new Visitor(club.url);
  await visitor.signIn(member);
  const page = await visitor.get('/email-verification/invalid');
  expect(page.body).not.toContain('form_started');
  const answer = await visitor.submit(page, 'verification', { email: member.email });
  expect([answer.status, answer.location]).toEqual([303, '/email-verification/sent']);
});

describe('a session', () => {
  it('ends when its member signs in again in the same browser', async () => {
    const member = await club.member();
    const visitor = new Visitor(club.url);
    await visitor.signIn(member);
    const before = visitor.cookies.get('session') ?? '';
    await callApi('/auth/unlock-link', { email: member.email });
    const { links } = await club.mailbox.waitFor({ to: member.email, subject: 'Your link to' });
    const page = await visitor.get(new URL(links[0] ?? '').pathname);
    expect((await visitor.submit(page, '/unlock')).location).toBe('/dashboard');
    expect((await visitor.get('/dashboard')).status).toBe(200);
    const copy = new Visitor(club.url);
    copy.cookies.set('session', before);
    expect((await copy.get('/dashboard')).location).toBe('/lock?return_to=%2Fdashboard');
  });

  it('has a token that no page and no data for script contains', async () => {
    vi.stubEnv('SESSION_SECRET', club.secret);
    const { openSession } = await import('../../app/platform/request/session.server');
    const visitor = new Visitor(club.url);
    await visitor.signIn(await club.member());
    const headers = { cookie: `session=${visitor.cookies.get('session')}` };
    const token = (await openSession(new Request(club.url, { headers }))).get('token')?.access_token ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    for (const path of ['/dashboard', '/dashboard.data', '/lock', '/settings/devices'])
      expect((await visitor.get(path)).body, path).not.toContain(token);
  });

  /** Returns the token of a new session at the API. */
  async function getToken({ email, password }: Member, device_name = 'curl') {
    const answer = await callApi('/auth/login', { email, password, device_name });
    return ((await answer.json()) as { token: { access_token: string } }).token.access_token;
  }
  const askApi = async (path: string, token: string) =>
    (await fetch(`${club.url}/api${path}`, { headers: { Authorization: `Bearer ${token}` } })).json();

  it('shows the devices of its member and of nobody else', async () => {
    const token = await getToken(await club.member(), 'my own browser');
    await getToken(await club.member(), 'a foreign browser');
    const { data } = await askApi('/user/devices', token);
    expect(data).toEqual([expect.objectContaining({ name: 'my own browser' })]);
  });

  it('tells of its member what the contract names, and no more', async () => {
    const { user } = await askApi('/user/header', await getToken(await club.member()));
    expect(Object.keys(user).sort()).toEqual(Object.keys(User.shape).sort());
    expect(Object.keys(user.address).sort()).toEqual(Object.keys(Address.shape).sort());
  });
});

describe('the address of a caller', () => {
  const guessFrom = async (server: Club, forwarded: (guess: number) => string) => {
    const { email } = await server.member();
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess++) {
      const visitor = new Visitor(server.url);
      visitor.headers['X-Forwarded-For'] = forwarded(guess);
      statuses.push((await visitor.signIn({ email, password: 'guess' })).status);
    }
    return statuses;
  };
  const refusedAtLast = [422, 422, 422, 422, 422, 429];

  it('is what the trusted proxy saw, whatever the caller wrote before it', async () => {
    const seen = newAddress();
    expect(await guessFrom(club, (guess) => `203.0.113.${guess}, ${seen}`)).toEqual(refusedAtLast);
  });

  it('is that of the connection where no proxy is trusted', async () => {
    const bare = await startClub({ TRUST_PROXY: '0' });
    try {
      expect(await guessFrom(bare, (guess) => `203.0.113.${guess}`)).toEqual(refusedAtLast);
    } finally {
      await bare.stop();
    }
  });
});
