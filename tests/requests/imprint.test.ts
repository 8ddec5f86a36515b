import { beforeAll, expect, it } from 'vitest';
import { type Club, sharedClub } from '../support/club';
import { startServerProcess } from '../support/server-process';
import { textsIn } from '../support/texts';
import { readableText, Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

it.each(['en', 'de'] as const)('every page leads to the imprint and to a person, in %s', async (language) => {
  const t = textsIn(language);
  const visitor = new Visitor(club.url);
  visitor.headers['Accept-Language'] = language;
  const member = await club.member({ language });
  const pages = [await visitor.get('/login'), await visitor.get('/terms/privacy')];
  await visitor.signIn(member);
  pages.push(await visitor.get('/dashboard'));
  for (const { body } of pages) {
    expect(body).toMatch(new RegExp(`href="/imprint">${t('imprint.title')}</a>`));
    expect(body).toMatch(new RegExp(`href="/contact">${t('imprint.contact')}</a>`));
  }
  const imprint = readableText(await visitor.get('/imprint'));
  for (const words of ['Almende eG', 'Lindenweg 1', '§ 5', 'Greta Holm', 'GnR']) expect(imprint).toContain(words);
  const contact = await visitor.get('/contact');
  expect(contact.body).toContain('href="mailto:club@example.org"');
  expect(contact.body).toContain('href="tel:+493023125000"');
});

it('members find their way back from them, and guests the sign-in', async () => {
  const words = textsIn('en')('imprint.members_area');
  const visitor = new Visitor(club.url);
  for (const path of ['/imprint', '/contact', '/email-verification/sent']) {
    const page = await visitor.get(path);
    expect([path, readableText(page)]).toEqual([path, expect.not.stringContaining(words)]);
    expect(page.body).toMatch(/<main[\s\S]*<a class="crumb"[^>]* href="\/login"/);
  }
  await visitor.signIn(await club.member());
  for (const path of ['/imprint', '/contact'])
    expect([path, readableText(await visitor.get(path))]).toEqual([path, expect.stringContaining(words)]);
  expect((await visitor.get('/')).location).toBe('/dashboard');
});

it('a club that has not said who it is says so', async () => {
  const web = await startServerProcess({ UPSTREAM_URL: club.url, SESSION_SECRET: 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa' });
  const visitor = new Visitor(web.url);
  visitor.headers['Accept-Language'] = 'en';
  for (const path of ['/imprint', '/contact']) {
    const page = await visitor.get(path);
    expect([page.status, readableText(page)]).toEqual([200, expect.stringContaining(textsIn('en')('imprint.missing'))]);
  }
  await web.stop();
}, 60_000);
