import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { affiliateCampaigns } from '../../upstream/affiliate/team/team.tables';
import { users } from '../../upstream/members/members.tables';
import { type Club, sharedClub } from '../support/club';
import { Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

async function aMember() {
  const member = await club.member();
  const visitor = new Visitor(club.url);
  await visitor.signIn(member);
  return { visitor, member };
}

describe('the link of a member', () => {
  it('has the campaign that the member names, in the code and in what is shared', async () => {
    const { visitor, member } = await aMember();
    const link = `${club.url}/r/${member.refHash}`;
    expect((await visitor.get('/affiliate')).body).toContain(link);
    const { status, body } = await visitor.get('/affiliate?c=%20Autumn-Fair');
    expect(status).toBe(200);
    expect(body).toContain(`${link}?c=autumn-fair`);
    expect(body).toContain(encodeURIComponent(`${link}?c=autumn-fair`));
    expect(body).toContain('src="/affiliate/qr/link.svg?c=autumn-fair"');
  });

  it.each(['a b', 'ä', 'a'.repeat(31), '"><script>'])('refuses the campaign %j', async (campaign) => {
    const { visitor, member } = await aMember();
    const query = `?c=${encodeURIComponent(campaign)}`;
    const { status, body } = await visitor.get(`/affiliate${query}`);
    expect(status).toBe(422);
    expect(body).toContain('id="campaign-c"');
    expect(body).not.toContain(`${member.refHash}?c=`);
    expect(body).not.toContain('<script>"');
    expect((await visitor.get(`/affiliate/qr/link.svg${query}`)).status).toBe(404);
  });

  it('is a QR code as SVG and as PNG, for the member alone', async () => {
    const { visitor } = await aMember();
    const svg = await visitor.get('/affiliate/qr/link.svg');
    expect([svg.status, svg.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    const other = await visitor.get('/affiliate/qr/link.svg?c=fair');
    expect(other.body).not.toBe(svg.body);
    const drawn = await sharp(Buffer.from(svg.body)).metadata();
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${club.url}/affiliate/qr/link.png`, { headers: { cookie } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    const png = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([png.format, png.width, png.height]).toEqual(['png', drawn.width, drawn.height]);
    expect((await visitor.get('/affiliate/qr/link.gif')).status).toBe(404);
    expect((await new Visitor(club.url).get('/affiliate/qr/link.png')).status).toBe(302);
  });
});

describe('a click on the link', () => {
  it('does not count for HEAD, a prefetch, a bot or the member, and counts once for a guest', async () => {
    const { visitor, member } = await aMember();
    const path = `/r/${member.refHash}?c=fair`;
    const guest = new Visitor(club.url);
    const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
    Object.assign(visitor.headers, browser);
    Object.assign(guest.headers, browser);
    const count = async () => {
      const rows = await club.db
        .select({ label: affiliateCampaigns.label, clicks: affiliateCampaigns.clicks })
        .from(affiliateCampaigns)
        .innerJoin(users, eq(users.id, affiliateCampaigns.userId))
        .where(eq(users.refHash, member.refHash));
      return rows;
    };
    await guest.request(path, { method: 'HEAD' });
    await guest.get(path, { 'Sec-Purpose': 'prefetch' });
    await guest.get(path, { Purpose: 'prefetch' });
    await guest.get(path, { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
    await visitor.get(path);
    expect(await count()).toEqual([]);
    await guest.get(path);
    await guest.get(path);
    expect(await count()).toEqual([{ label: 'fair', clicks: 1 }]);
  });
});
