import { inArray } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { users } from '../../members/members.tables';
import { join, leave } from './team.testing';
import { listTeamFaults } from './verify-team';

describeOnEachDatabase('a sponsor who leaves', (open) => {
  it('leaves no name of a campaign with those who joined by it', async () => {
    const club = await open();
    const me = await join(club, null);
    const ada = await join(club, me);
    const ben = await join(club, ada, { referralCampaign: 'ada-kern' });
    const cem = await join(club, me, { referralCampaign: 'flyer' });
    await leave(club, ada);
    const { id, referralCampaign: label } = users;
    const rows = await club.db
      .select({ id, label })
      .from(users)
      .where(inArray(id, [ben, cem]))
      .orderBy(id);
    expect(rows).toEqual([
      { id: ben, label: null },
      { id: cem, label: 'flyer' },
    ]);
    expect(await listTeamFaults(club.db, 5)).toEqual([]);
  });
});
