import { type Club, startClub } from './club';
import { test as base } from './test';

/** A club for the stories of new terms alone, because new terms wait for all of its members. */
export const test = base.extend<object, { club: Club }>({
  club: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures out of the pattern
    async ({}, use) => {
      const club = await startClub();
      await use(club);
      await club.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
