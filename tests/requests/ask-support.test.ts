import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, startClub } from '../support/club';
import { openOrders } from '../support/orders';
import { signedIn } from '../support/realtime';
import { textsIn } from '../support/texts';
import { formOf, Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

const t = textsIn('en');
const linkIn = (body: string, words: string) =>
  new RegExp(`<a[^>]*href="([^"]*)"[^>]*>${words.replace('?', '\\?')}</a>`).exec(body)?.[1]?.replaceAll('&amp;', '&');

describe('the way into support', () => {
  it('of an order takes the order along', async () => {
    const { visitor, member } = await signedIn(club);
    const [label] = await openOrders(club, member);
    const link = linkIn((await visitor.get(`/financial/order/${label}`)).body, t('ask.payment'));
    expect(link).toBe(`/support/contact/deposits?order=${label}`);
    const form = formOf(await visitor.get(link ?? ''), 'contact');
    expect(form.fields).toContainEqual(['reference', `order ${label}`]);
  });

  it('of an error page takes its number along', async () => {
    const { visitor } = await signedIn(club);
    const link = linkIn((await visitor.get('/error500')).body, t('ask.error'));
    const [number] = /[0-9a-f]{16}$/.exec(link ?? '') ?? [];
    expect(link).toBe(`/support/contact/app-technical?error=${number}`);
    expect((await visitor.get(link ?? '')).body).toContain(
      t('support:contact.error_line', { reference: number ?? '' }),
    );
  });

  it('of a harvest takes its name along as the subject', async () => {
    const { visitor } = await signedIn(club);
    const harvest = await visitor.get('/growing/harvest/H2-7');
    const link = linkIn(harvest.body, t('ask.harvest'));
    expect(link).toMatch(/^\/support\/contact\/plants-harvest\?q=/);
    const form = formOf(await visitor.get(link ?? ''), 'contact');
    const [, title] = /<h1>(.*?)<\/h1>/.exec(harvest.body) ?? [];
    expect(form.fields).toContainEqual(['subject', title]);
  });

  it('is on a page that is not allowed', async () => {
    const { visitor } = await signedIn(club, { permissions: ['support.view', 'support.write'] });
    expect(linkIn((await visitor.get('/financial')).body, t('ask.write'))).toBe('/support/contact/other');
  });

  it.each([
    ['members without the permission', { permissions: ['wallet.view', 'support.view'] }],
    ['members who see nothing of support', { permissions: ['wallet.view'] }],
  ])('is not there for %s', async (_, state) => {
    const { visitor, member } = await signedIn(club, state);
    const [label] = await openOrders(club, member);
    expect(linkIn((await visitor.get(`/financial/order/${label}`)).body, t('ask.payment'))).toBeUndefined();
    expect((await visitor.get('/support/contact/deposits')).status).toBe(403);
  });

  it('is not there for guests', async () => {
    expect((await new Visitor(club.url).get('/error500')).body).not.toContain('/support/contact');
  });
});

describe('the way into support of a member who may not pay in or withdraw', () => {
  it('is beside the reason, for those who may write', async () => {
    const { visitor } = await signedIn(club, { permissions: ['wallet.view', 'support.write'] });
    const page = await visitor.get('/financial');
    expect(page.body).toContain('href="/support/contact/withdrawals"');
    const silent = await signedIn(club, { permissions: ['wallet.view'] });
    expect((await silent.visitor.get('/financial')).body).not.toContain('/support/contact/');
  });
});
