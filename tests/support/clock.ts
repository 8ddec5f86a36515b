import type { Page } from '@playwright/test';
import type { Club } from './club';

const HOUR_S = 3600;
const LONGEST_STORY_S = 300;

/** Stops the time of a page with an installed clock. From then on only the test moves it. */
export const stopTime = async (page: Page): Promise<void> =>
  page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));

/** Moves the club's time past the next full hour if that is near, so that no day ends while a story runs. */
export async function stayOnOneDay({ clock }: Pick<Club, 'clock'>): Promise<void> {
  const left = HOUR_S - ((clock.now() / 1000) % HOUR_S);
  if (left < LONGEST_STORY_S) await clock.advance(Math.ceil(left));
}
