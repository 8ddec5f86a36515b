import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { referralClicks } from '../identity.tables';
import { openClub } from '../identity.testing';

describeOnEachDatabase('referral links', (open) => {
  it('name who invites, shortened, and count a click once for link, day and network', async () => {
    const club = await openClub(open);
    await club.addMember({ firstname: 'Anna', lastname: 'Öztürk', refHash: 'AnnaOe1234' });
    expect((await club.call('GET', '/referrals/AnnaOe1234')).body).toEqual({ name: 'Anna Ö.' });
    expect((await club.call('GET', '/referrals/annaoe1234')).status).toBe(404);
    expect((await club.call('GET', `/referrals/${'x'.repeat(65)}`)).status).toBe(422);
    const click = (ip: string, body: object = {}, userAgent?: string) =>
      club.post('/referrals/AnnaOe1234/clicks', body, { ip, ...(userAgent && { userAgent }) });
    expect(await click('192.0.2.1', { campaign: 'flyer' })).toMatchObject({ status: 204, body: null });
    await click('192.0.2.1');
    await click('192.0.2.2');
    await click('192.0.2.3', {}, 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)');
    const rows = await club.db.select().from(referralClicks);
    expect(rows.map((row) => row.campaign).sort()).toEqual(['flyer', null]);
    expect(JSON.stringify(rows)).not.toContain('192.0.2');
    expect((await club.post('/referrals/Nobody1234/clicks', {})).status).toBe(404);
    expect((await click('192.0.2.9', { campaign: 'x'.repeat(61) })).status).toBe(422);
  });
});
