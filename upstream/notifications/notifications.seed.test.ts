import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { demoPassword, seedIdentity } from '../identity/identity.seed';
import { seedNotifications } from './notifications.seed';
import { notifications } from './notifications.tables';
import { openTellingClub } from './notifications.testing';

describeOnEachDatabase('the demo club', (open) => {
  it('has told its members things, Anna more than a page of each kind, once and in both languages', async () => {
    const club = await openTellingClub(open);
    const now = new Date();
    await seedIdentity(club, now);
    await seedNotifications(club, now);
    const first = await club.db.$count(notifications);
    await seedNotifications(club, now);
    expect(await club.db.$count(notifications)).toBe(first);
    const { body } = await club.post('/auth/login', { email: 'anna@example.org', password: demoPassword });
    const token = body.token.access_token;
    const list = async (kind: string, language: 'en' | 'de') =>
      (await club.call('GET', `/user/notifications/${kind}`, { token, language })).body as unknown as {
        total: number;
        data: { created_at: string; data: { title: string } }[];
      };
    for (const kind of ['unread', 'read']) {
      const [german, english] = [await list(kind, 'de'), await list(kind, 'en')];
      expect(german.total).toBeGreaterThan(15);
      expect(german.data.map(({ data }) => data.title)).not.toEqual(english.data.map(({ data }) => data.title));
      expect(german.data.every(({ created_at }) => new Date(created_at) < now)).toBe(true);
    }
  });
});
