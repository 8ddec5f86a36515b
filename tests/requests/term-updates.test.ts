import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Club, startClub } from '../support/club';
import { answerWith, type ForeignUpstream, startForeignUpstream } from '../support/foreign-upstream';
import type { Member } from '../support/members';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { publishTerms } from '../support/terms';
import { textsIn } from '../support/texts';
import { formOf, type Page, readableText, Visitor } from '../support/visitor';

const t = textsIn('en');
const FORM = 'term-updates';
const TOGGLE = 'POST /instructions/toggle-state/register_intro';
const secret = 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa';

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

const sentBy = (page: Page, field: string) => formOf(page, FORM).fields.find(([name]) => name === field)?.[1];

async function signedIn(state: Parameters<Club['member']>[0] = {}, url = club.url) {
  const member = await club.member(state);
  const visitor = new Visitor(url);
  const dashboard = await visitor.follow(await visitor.signIn(member));
  return { member, visitor, dashboard };
}

describe('while terms wait', () => {
  it('a page is there with the dialog, and what is posted is answered 403 with the terms, and sealed', async () => {
    const { visitor, dashboard } = await signedIn();
    await publishTerms(club);
    const behind = await visitor.get('/dashboard');
    expect(behind.status).toBe(200);
    expect(behind.body).toMatch(/<dialog[^>]* open/);
    expect(behind.body).toMatch(/<div class="app page" inert=""/);
    const refused = await visitor.submit(dashboard, '/instructions', { id: 'register_intro', password: 'typed' });
    expect(refused.status).toBe(403);
    expect(readableText(refused)).toContain(t('terms.kept'));
    expect(sentBy(refused, 'carry')).toMatch(/^[\w-]{40,}$/);
    expect(refused.body).not.toContain('register_intro');

    const resumed = await visitor.submit(refused, FORM, { agree: 'on' });
    expect(resumed.status).toBe(200);
    expect(readableText(resumed)).toContain(t('session:resume.pressed'));
    expect(resumed.body).not.toContain('typed');
    const sent = await visitor.submit(resumed, '/instructions', { carry_intent: 'send' });
    expect([sent.status, sent.location]).toEqual([303, '/dashboard']);
    expect(readableText(await visitor.get('/dashboard'))).not.toContain(
      t('dashboard.intro.register_intro.seedling.title'),
    );
  });

  it('a page of trouble in the layout of members has the dialog, too', async () => {
    const { visitor } = await signedIn({ acceptedTerms: false, permissions: [] });
    const page = await visitor.get('/financial');
    expect(page.status).toBe(403);
    expect(page.body).toMatch(/<dialog[^>]* open/);
    expect(sentBy(page, 'return_to')).toBe('/financial');
  });

  it('display, notice, language, lock and logout go on', async () => {
    const { visitor, dashboard } = await signedIn({ acceptedTerms: false });
    for (const [path, fields] of [
      ['/display', { name: 'isBoxed' }],
      ['/notice', {}],
      ['/language', { language: 'de' }],
      ['/lock', { intent: 'lock' }],
      ['/logout', {}],
    ] as const) {
      const csrf = formOf(dashboard, '/logout').fields;
      const answer = await visitor.post(path, [...csrf, ...Object.entries(fields)]);
      expect(answer.status, path).toBe(303);
    }
  });

  it('without its tick the agreement is answered 422, without the token of the page 403, and changes nothing', async () => {
    const { visitor, dashboard } = await signedIn({ acceptedTerms: false });
    const unticked = await visitor.submit(dashboard, FORM);
    expect(unticked.status).toBe(422);
    expect(readableText(unticked)).toContain(t('form.missing.agree'));
    expect(sentBy(unticked, 'return_to')).toBe('/dashboard');
    expect((await visitor.submit(dashboard, FORM, { agree: 'on', csrf: 'none' })).status).toBe(403);
    expect((await visitor.get('/dashboard')).body).toContain('<dialog');
  });

  it('an agreement to an older list is answered 412 with the new one', async () => {
    const { visitor } = await signedIn();
    await publishTerms(club);
    const shown = await visitor.get('/dashboard');
    await publishTerms(club);
    const refused = await visitor.submit(shown, FORM, { agree: 'on' });
    expect(refused.status).toBe(412);
    expect(sentBy(refused, 'list')).not.toBe(sentBy(shown, 'list'));
    const agreed = await visitor.submit(refused, FORM, { agree: 'on' });
    expect([agreed.status, agreed.location]).toEqual([303, '/dashboard']);
    expect((await visitor.get('/dashboard')).body).not.toContain('<dialog');
    const again = await visitor.submit(refused, FORM, { agree: 'on' });
    expect([again.status, again.location]).toEqual([303, '/dashboard']);
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example'])('%s is not followed after it', async (to) => {
    const { visitor, dashboard } = await signedIn({ acceptedTerms: false });
    const agreed = await visitor.submit(dashboard, FORM, { agree: 'on', return_to: to });
    expect([agreed.status, agreed.location]).toEqual([303, '/']);
  });

  it('a form with money is shown for review and never sent by itself', async () => {
    process.env.SESSION_SECRET = club.secret;
    const { sealForm } = await import('../../app/platform/request/carry.server');
    const { visitor, dashboard, member } = await signedIn({ acceptedTerms: false });
    const typed = new FormData();
    typed.set('amount', '1599.34');
    const carry = sealForm(typed, '/financial/action/make-withdraw', member.id, club.clock.now()) ?? '';
    const resumed = await visitor.submit(dashboard, FORM, { agree: 'on', carry });
    expect(readableText(resumed)).toContain('€1,599.34');
    expect(formOf(resumed, '/financial/action/make-withdraw').buttons).toEqual([['carry_intent', 'review']]);
  });

  it('what was posted waits for half an hour, and then holds nobody up', async () => {
    const { visitor, dashboard } = await signedIn();
    await publishTerms(club);
    const refused = await visitor.submit(dashboard, '/instructions', { id: 'register_intro' });
    await club.clock.advance(30 * 60 + 1);
    const late = await visitor.submit(refused, FORM, { agree: 'on' });
    expect(late.status).toBe(422);
    expect(readableText(late)).toContain(t('form.carried_too_long'));
    expect(sentBy(late, 'carry')).toBeUndefined();
    expect((await visitor.submit(late, FORM, { agree: 'on' })).status).toBe(303);
  });

  it('in another language the form keeps what it carries', async () => {
    const { visitor, dashboard } = await signedIn();
    await publishTerms(club);
    const refused = await visitor.submit(dashboard, '/instructions', { id: 'register_intro' });
    const german = await visitor.submit(refused, FORM, { language: 'de' });
    expect(german.status).toBe(200);
    expect(readableText(german)).toContain(textsIn('de')('terms.kept'));
    expect(sentBy(german, 'carry')).toBe(sentBy(refused, 'carry'));
  });
});

it('without anything that waits the page says so', async () => {
  const { visitor } = await signedIn();
  const { body } = await visitor.get('/term-updates');
  for (const tag of ['<title>', '<h1>']) expect(body).toContain(tag + t('terms.up_to_date'));
});

describe('with a foreign upstream', () => {
  let upstream: ForeignUpstream;
  let web: ServerProcess;
  beforeAll(async () => {
    upstream = await startForeignUpstream(club.url);
    web = await startServerProcess({ UPSTREAM_URL: upstream.url, SESSION_SECRET: secret });
  }, 120_000);
  afterAll(async () => {
    await web.stop();
    await upstream.close();
  });
  afterEach(() => {
    for (const call of ['GET /user/header', 'POST /user/terms/agree-updates', TOGGLE]) upstream.override(call, null);
  });

  /** Returns a member's header as an upstream without tags and differences sends it. */
  async function plainHeader({ email, password }: Member, updates: () => object[]) {
    const answer = await fetch(`${club.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const { user } = await answer.json();
    upstream.override('GET /user/header', (request, response) =>
      answerWith(200, { user, notifications: {}, term_updates: updates() })(request, response),
    );
  }

  it('that knows no tags the agreement is sent without If-Match', async () => {
    const { visitor, member } = await signedIn({}, web.url);
    await plainHeader(member, () => [{ name: 'House rules', url: 'https://club.example/rules' }]);
    const page = await visitor.get('/dashboard');
    expect(readableText(page)).toContain('House rules');
    expect(sentBy(page, 'list')).toBeUndefined();
    const tags: (string | undefined)[] = [];
    upstream.override('POST /user/terms/agree-updates', (request, response) => {
      tags.push(request.headers['if-match']);
      response.writeHead(204).end();
    });
    expect((await visitor.submit(page, FORM, { agree: 'on' })).status).toBe(303);
    expect(tags).toEqual([undefined]);
  });

  it('terms that are published between header and call come in place of the page, too', async () => {
    const { visitor, dashboard, member } = await signedIn({}, web.url);
    let isPublished = false;
    await plainHeader(member, () => (isPublished ? [{ name: 'House rules', url: '/terms/house-rules' }] : []));
    upstream.override(TOGGLE, (request, response) => {
      isPublished = true;
      answerWith(403, { message: 'Read them first.', code: 'terms_not_accepted' })(request, response);
    });
    const refused = await visitor.submit(dashboard, '/instructions', { id: 'register_intro' });
    expect(refused.status).toBe(403);
    expect(readableText(refused)).toContain('House rules');
    expect(sentBy(refused, 'carry')).toBeDefined();
  });
});
