import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, sharedClub, startClub } from '../support/club';
import { readableText, Visitor } from '../support/visitor';

const PAGES = ['/dashboard', '/settings/account'];
const TITLE = 'The club as an app';

/** Returns a page of a member who has the introductions in this state. */
async function open(club: Club, path: string, instructionState = {}) {
  const visitor = new Visitor(club.url);
  await visitor.signIn(await club.member({ instructionState }));
  return visitor.get(path);
}

describe('the app for Android', () => {
  it('is linked where the club has one', async () => {
    const club = await sharedClub();
    expect((await open(club, '/dashboard')).body).toContain('href="https://app.example/almende"');
    for (const path of PAGES) expect(readableText(await open(club, path))).toContain(TITLE);
  });

  describe('of a club without one', () => {
    let club: Club;
    beforeAll(async () => {
      club = await startClub({ ANDROID_APP_URL: '' });
    }, 120_000);
    afterAll(() => club.stop());

    it.each(PAGES)('is not mentioned at %s, hidden or shown', async (path) => {
      for (const android_app_closed of [true, false])
        expect(readableText(await open(club, path, { android_app_closed }))).not.toContain(TITLE);
    });
  });
});
