import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { growingData } from '../growing.personal-data';
import { aWeighedRoom, harvested, members, staff } from './harvests.testing';

describeOnEachDatabase('the deletion of an account', (open) => {
  it('waits until each harvest of its plants is paid, in whatever order', async () => {
    const club = await open();
    const [ida] = (await members(club, 1)) as [number];
    await aWeighedRoom(club, [ida], { cycles: 3, last: 2 });
    const obstacles = () => growingData.obstacles?.(club.db, ida, 'en');
    expect(await obstacles()).toEqual([expect.stringContaining('1 of your plants has a harvest to come')]);
    const team = await staff(club);
    await harvested(club, team, { cycle: 2 });
    expect(await obstacles()).toHaveLength(1);
    await harvested(club, team, { cycle: 1 });
    expect(await obstacles()).toEqual([]);
  });
});
