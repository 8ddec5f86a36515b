import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { openClub } from '../identity.testing';

describeOnEachDatabase('referral links', (open) => {
  it('name who invites, shortened', async () => {
    const club = await openClub(open);
    await club.addMember({ firstname: 'Anna', lastname: 'Öztürk', refHash: 'AnnaOe1234' });
    expect((await club.call('GET', '/referrals/AnnaOe1234')).body).toEqual({ name: 'Anna Ö.' });
    expect((await club.call('GET', '/referrals/annaoe1234')).status).toBe(404);
    expect((await club.call('GET', `/referrals/${'x'.repeat(65)}`)).status).toBe(422);
  });
});
