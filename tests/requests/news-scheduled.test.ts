import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLog } from '../../upstream/database/audit.tables';
import { notifications } from '../../upstream/notifications/notifications.tables';
import { type Club, startClub } from '../support/club';
import { publishStory } from '../support/news';
import { Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 180_000);
afterAll(() => club?.stop());

/** Posts, then notifications, come from work in the background. */
const soon = { timeout: 30_000 };

it('a scheduled story appears at its minute, once, over a restart', { timeout: 240_000 }, async () => {
  const mia = await club.member({ language: 'en' });
  const visitor = new Visitor(club.url);
  await visitor.signIn(mia);
  const at = new Date(Math.ceil((club.clock.now() + 600_000) / 60_000) * 60_000);
  const story = { id: 'timed', titles: { en: 'Timed', de: 'Zur Zeit' } };
  const ids = await publishStory(club, story, ['publish', '--at', `${at.toISOString().slice(0, 16)}+00:00`]);
  const statusOf = async (language: 'en' | 'de') =>
    (await visitor.get(`/post/${ids[language]}/${language === 'en' ? 'timed' : 'zur-zeit'}`)).status;
  const told = async () => {
    const ofMia = eq(notifications.userId, mia.id);
    return (await club.db.select({ id: notifications.id }).from(notifications).where(ofMia)).length;
  };
  const unread = async () => /<span class="pip">(\d+)/.exec((await visitor.get('/financial')).body)?.[1] ?? '0';

  /** A process publishes what is due when it starts. */
  const restartAt = (secondsAfter: number) =>
    club.restart({ CLOCK_AHEAD_MS: String(at.getTime() + secondsAfter * 1000 - Date.now()) });
  await restartAt(-60);
  expect((await visitor.get('/posts')).body).not.toContain('>Timed<');
  expect([await statusOf('en'), await statusOf('de'), await unread(), await told()]).toEqual([404, 404, '0', 0]);

  await restartAt(1);
  const shown = async () => (await visitor.get('/posts')).body.match(/>Timed</g)?.length ?? 0;
  await expect.poll(shown, soon).toBe(1);
  await expect.poll(told, soon).toBe(1);
  expect([await unread(), await statusOf('en'), await statusOf('de'), await unread()]).toEqual(['1', 200, 200, '0']);
  await restartAt(120);
  expect([await shown(), await told(), await unread()]).toEqual([1, 1, '0']);
  const published = await club.db.select().from(auditLog).where(eq(auditLog.action, 'post.published'));
  expect(published).toHaveLength(2);
});
