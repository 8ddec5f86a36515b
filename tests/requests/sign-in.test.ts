import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, newAddress, startClub } from '../support/club';
import { textsIn } from '../support/texts';
import { formOf, readableText, Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

const anna = { email: 'anna@example.org', password: 'almende-demo' };

describe('signing in as curl does', () => {
  it('reaches the dashboard by GET, the hidden fields, POST and a redirect', async () => {
    const visitor = new Visitor(club.url);
    const answer = await visitor.signIn(anna);
    expect(answer.status).toBe(303);
    expect(answer.location).toBe('/dashboard');
    const dashboard = await visitor.follow(answer);
    expect(dashboard.status).toBe(200);
    expect(dashboard.body).toContain('Anna');
  });

  it('gives cookies that script cannot read and that stay small', async () => {
    const visitor = new Visitor(club.url);
    const mira = await club.member({ firstname: 'Ä'.repeat(80), lastname: 'ß'.repeat(80) });
    await visitor.get(`/settings/privacy?x=${'ü'.repeat(700)}`);
    await visitor.get('/r/AnnaKessler');
    const answer = await visitor.signIn(mira);
    const lines = answer.headers.getSetCookie();
    const session = lines.find((line) => line.startsWith('session='));
    expect(session).toMatch(/; HttpOnly/);
    expect(session).toMatch(/; SameSite=Lax/);
    expect(session).toMatch(/; Path=\//);
    expect(session).toMatch(/; Max-Age=2592000/);
    for (const line of lines) expect(line.split(';')[0]?.length).toBeLessThan(3500);
    const device = lines.find((line) => line.startsWith('device='));
    expect(device).toMatch(/; HttpOnly/);
  });

  it('keeps the cookie below 3.5 KB in every state', async () => {
    const visitor = new Visitor(club.url);
    const mira = await club.member({ firstname: 'Ä'.repeat(80), lastname: '☘'.repeat(80), twoFactor: true });
    await visitor.get('/r/AnnaKessler');
    await visitor.get(`/settings/privacy?x=${'y'.repeat(2000)}`);
    const second = await visitor.follow(await visitor.signIn(mira));
    expect(visitor.cookies.get('session')?.length).toBeLessThan(3500);
    await visitor.submit(second, 'two-factor', { one_time_password: await mira.code() });
    expect(visitor.cookies.get('session')?.length).toBeLessThan(3500);
    const dashboard = await visitor.get('/dashboard');
    await visitor.submit(dashboard, '/lock', { intent: 'lock' });
    await visitor.get(`/settings/privacy?x=${'y'.repeat(900)}`);
    expect(visitor.cookies.get('session')?.length).toBeLessThan(3500);
  });

  it('shows the message of the page before once', async () => {
    const visitor = new Visitor(club.url);
    const answer = await visitor.submit(await visitor.get('/recover'), 'recover', { email: 'nobody@example.org' });
    expect([answer.status, answer.location]).toEqual([303, '/login']);
    const words = textsIn('en')('session:recover.sent');
    expect(readableText(await visitor.get('/login'))).toContain(words);
    expect(readableText(await visitor.get('/login'))).not.toContain(words);
  });

  it('takes a message from nobody who only prefetches', async () => {
    const visitor = new Visitor(club.url);
    await visitor.submit(await visitor.get('/recover'), 'recover', { email: 'nobody@example.org' });
    const words = textsIn('en')('session:recover.sent');
    await visitor.get('/login', { 'Sec-Purpose': 'prefetch' });
    expect(readableText(await visitor.get('/login'))).toContain(words);
  });
});

describe.each(['en', 'de'] as const)('a password guessed too often, in %s', (language) => {
  const t = textsIn(language);

  it('is answered 429 with the time to wait, in words too', async () => {
    const { email, password } = await club.member({ language });
    const visitor = new Visitor(club.url);
    visitor.headers['Accept-Language'] = language;
    for (let guess = 0; guess < 5; guess++) {
      expect((await visitor.signIn({ email, password: `guess ${guess}` })).status).toBe(422);
    }
    const refused = await visitor.signIn({ email, password });
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(readableText(refused)).toContain(t('problem.too_many.title'));
    expect(readableText(refused)).toContain(t('problem.too_many.text'));
    expect(refused.body).toContain(String(wait));
    expect(formOf(refused, 'login').fields).toContainEqual(['email', email]);

    await club.clock.advance(wait + 1);
    expect((await visitor.signIn({ email, password })).status).toBe(303);
  });

  it('keeps its own allowance for a browser that signed in before', async () => {
    const member = await club.member({ language });
    const owner = new Visitor(club.url);
    await owner.signIn(member);
    await owner.submit(await owner.follow(await owner.get('/')), '/logout');
    const guesser = new Visitor(club.url);
    for (let guess = 0; guess < 6; guess++) await guesser.signIn({ ...member, password: 'guess' });
    owner.headers['X-Forwarded-For'] = guesser.headers['X-Forwarded-For'] ?? '';
    expect((await owner.signIn(member)).status).toBe(303);
  });
});

describe('a session cookie', () => {
  it('that was tampered with is that of a guest', async () => {
    const visitor = new Visitor(club.url);
    await visitor.signIn(anna);
    const good = visitor.cookies.get('session') ?? '';
    const middle = Math.floor(good.length / 2);
    const changed = good.slice(0, middle) + (good[middle] === 'A' ? 'B' : 'A') + good.slice(middle + 1);
    for (const cookie of [changed, good.slice(0, -8), 'e30%3D', '%', '%00', '{}', `${good}x`, 'a'.repeat(4000)]) {
      visitor.cookies.set('session', cookie);
      const answer = await visitor.get('/dashboard');
      expect([answer.status, answer.location], cookie.slice(0, 12)).toEqual([302, '/login']);
    }
  });

  it('stops working upstream at a logout, wherever it was copied to', async () => {
    const visitor = new Visitor(club.url);
    const dashboard = await visitor.follow(await visitor.signIn(anna));
    const copied = visitor.cookies.get('session') ?? '';
    const answer = await visitor.submit(dashboard, '/logout');
    expect([answer.status, answer.location]).toEqual([303, '/login']);
    visitor.cookies.set('session', copied);
    expect((await visitor.get('/dashboard')).location).toBe('/lock?return_to=%2Fdashboard');
  });

  it('of a member who set a new password elsewhere is locked at the next request', async () => {
    const member = await club.member();
    const visitor = new Visitor(club.url);
    await visitor.signIn(member);
    const other = new Visitor(club.url);
    await other.submit(await other.get('/recover'), 'recover', { email: member.email });
    const mail = await club.mailbox.waitFor({ to: member.email, subject: 'Reset your password' });
    const page = await other.get(new URL(mail.links[0] ?? '').pathname);
    const password = 'an entirely new password 7';
    const reset = await other.submit(page, 'reset', { password, password_confirmation: password });
    expect([reset.status, reset.location]).toEqual([303, '/login']);
    expect((await visitor.get('/dashboard')).location).toBe('/lock?return_to=%2Fdashboard');
  });
});

describe('a token of a mail', () => {
  it.each([
    ['expired', 3601],
    ['used', 0],
    ['foreign', 0],
  ])('to set a password that is %s is refused, with one text', async (kind, later) => {
    const [member, other] = [await club.member(), await club.member()];
    const visitor = new Visitor(club.url);
    const password = 'an entirely new password 7';
    const fields = { password, password_confirmation: password };
    await visitor.submit(await visitor.get('/recover'), 'recover', { email: member.email });
    const mail = await club.mailbox.waitFor({ to: member.email, subject: 'Reset your password' });
    let path = new URL(mail.links[0] ?? '').pathname;
    if (kind === 'used') await visitor.submit(await visitor.get(path), 'reset', fields);
    if (kind === 'foreign') path = path.replace(encodeURIComponent(member.email), encodeURIComponent(other.email));
    await club.clock.advance(later);
    visitor.headers['X-Forwarded-For'] = newAddress();
    const answer = await visitor.submit(await visitor.get(path), 'reset', fields);
    expect(answer.status).toBe(422);
    expect(answer.body).not.toContain(password);
    expect(answer.body).toMatch(/role="alert"/);
    expect((await visitor.signIn({ email: other.email, password })).status).toBe(422);
  });
});
