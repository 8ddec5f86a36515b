import { like } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { writeLimits } from '../contract/write-limits';
import { describeOnEachDatabase } from '../database/database.testing';
import { rateLimits } from '../http/throttle.tables';
import { getToken, openClub } from '../identity/identity.testing';
import { ownChannel } from './channel-rules';
import { mountRealtime } from './realtime.api';

describeOnEachDatabase('asking for a channel', (open) => {
  it('is limited for each member, by POST and by GET together', async () => {
    const club = await openClub(open, {}, (api, deps) => {
      mountRealtime(api, deps, [ownChannel]);
      return {};
    });
    const { id } = await club.addMember();
    const token = await getToken(club);
    const fields = { socket_id: '1.2', channel_name: `private-user.${id}` };
    const byPost = async () => (await club.call('POST', '/broadcasting/auth', { token, body: fields })).status;
    const byGet = async () =>
      (await club.call('GET', `/broadcasting/auth?${new URLSearchParams(fields)}`, { token })).status;
    expect([await byPost(), await byGet()]).toEqual([200, 200]);
    const used = like(rateLimits.key, 'write.session.minute:%');
    const counted = await club.db
      .update(rateLimits)
      .set({ points: writeLimits.session.minute })
      .where(used)
      .returning();
    expect(counted).toHaveLength(1);
    expect([await byGet(), await byPost()]).toEqual([429, 429]);
  });
});
