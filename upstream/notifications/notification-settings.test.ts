import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../database/database.testing';
import { findFailure } from '../database/failures';
import { type Club, getToken, signIn } from '../identity/identity.testing';
import { users } from '../members/members.tables';
import { choose, settingsOf } from './notification-settings.testing';
import { notificationPreferences, notifications, notificationTimes } from './notifications.tables';
import { openTellingClub, tell } from './notifications.testing';

const night = { from: '22:00', to: '07:00' };

describeOnEachDatabase('notification settings', (open) => {
  let club: Club;
  let userId: number;
  let settings: ReturnType<typeof settingsOf>;
  beforeEach(async () => {
    club = await openTellingClub(open);
    userId = (await club.addMember({ timezone: 'America/New_York' })).id;
    settings = settingsOf(club, await getToken(club));
  });
  const audited = async () => {
    const rows = await club.db.select().from(auditLog).where(eq(auditLog.action, 'notification_settings_changed'));
    return rows.map(({ actorId, detail }) => [actorId, detail]);
  };

  it('are by default what is on the pages and phones, with mail about security and support alone', async () => {
    const shown = await settings.show();
    expect(shown).toMatchObject({ quiet_hours: null, digest: 'off', time_zone: 'America/New_York' });
    const { security, ...others } = shown.channels;
    expect(security).toEqual({ site: true, mail: true, push: true });
    expect(Object.keys(others)).toHaveLength(8);
    for (const [kind, channels] of Object.entries(others)) {
      expect(channels, kind).toEqual({ site: true, mail: kind === 'support', push: true });
    }
    await club.db.update(users).set({ timezone: null });
    expect((await settings.show()).time_zone).toBe('Europe/Berlin');
  });

  it('are kept as they were chosen, with what changed in the audit log, and saying the same twice changes nothing', async () => {
    const chosen = choose({ channels: { chat: { site: false, mail: false } }, quiet_hours: night, digest: 'weekly' });
    const { status, body } = await settings.save(chosen);
    expect(status).toBe(200);
    expect(body).toMatchObject(chosen);
    expect(await settings.show()).toMatchObject(chosen);
    expect((await settings.save(chosen)).status).toBe(200);
    const on = ['wallet', 'growing', 'news', 'affiliate', 'appointment', 'club'];
    const changed = [
      ...on.map((kind) => `${kind}.mail on`),
      'chat.site off',
      'quiet hours 22:00 to 07:00',
      'digest weekly',
    ];
    expect(await audited()).toEqual([[userId, { changed: expect.arrayContaining(changed) }]]);
    await settings.save(choose());
    expect(await settings.show()).toMatchObject(choose());
    expect(await audited()).toHaveLength(2);
  });

  it.each<[string, object, string]>([
    ['security without mail', { channels: { security: { mail: false } } }, 'channels.security'],
    [
      'security without anything',
      { channels: { security: { site: false, mail: false, push: false } } },
      'channels.security',
    ],
    ['quiet hours of no length', { quiet_hours: { from: '22:00', to: '22:00' } }, 'quiet_hours.to'],
    ['a time that is none', { quiet_hours: { from: '24:00', to: '07:00' } }, 'quiet_hours.from'],
    ['a time with seconds', { quiet_hours: { from: '22:00', to: '07:00:00' } }, 'quiet_hours.to'],
    ['quiet hours without an end', { quiet_hours: { from: '22:00' } }, 'quiet_hours.to'],
    ['an unknown digest', { digest: 'hourly' }, 'digest'],
  ])('refuse %s and keep what was chosen', async (_, wrong, field) => {
    await settings.save(choose({ quiet_hours: night }));
    const refused = await settings.save(choose(wrong));
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]]);
    expect(await settings.show()).toMatchObject(choose({ quiet_hours: night }));
    expect(await audited()).toHaveLength(1);
  });

  it('refuse kinds and channels that nobody knows or named, each in the language of the request', async () => {
    const { channels, ...times } = choose();
    const { wallet, ...others } = channels;
    for (const wrong of [
      { ...times, channels: { ...channels, lottery: wallet } },
      { ...times, channels: others },
      { ...times, channels: { ...channels, wallet: { ...wallet, fax: true } } },
      { ...times, channels: { ...channels, wallet: { site: true } } },
      { ...times, channels, user_id: 1 },
      {},
    ]) {
      expect((await settings.save(wrong)).status).toBe(422);
    }
    const refused = await settings.save(choose({ channels: { security: { push: false } } }), 'de');
    expect(refused.body.message).toBe('Benachrichtigungen zur Sicherheit bleiben an.');
    expect(await club.db.$count(notificationPreferences)).toBe(0);
  });

  it('are what the database holds them to: no row about security, no quiet hours by half', async () => {
    const refusedBy = (insert: Promise<unknown>) =>
      insert.then(
        () => null,
        (error: unknown) => findFailure(error)?.constraint,
      );
    const preference = (kind: string, channel = 'mail') =>
      refusedBy(
        club.db.$client.query(
          'insert into notification_preferences (user_id, kind, channel, wanted, updated_at) values ($1, $2, $3, false, now())',
          [userId, kind, channel],
        ),
      );
    expect(await preference('security')).toBe('notification_preferences_kind');
    expect(await preference('lottery')).toBe('notification_preferences_kind');
    expect(await preference('wallet', 'fax')).toBe('notification_preferences_channel');
    expect(await preference('wallet')).toBeNull();
    const times = (quietFrom: number | null, quietTo: number | null) =>
      refusedBy(
        club.db.insert(notificationTimes).values({ userId, quietFrom, quietTo, digest: 'off', updatedAt: new Date() }),
      );
    expect(await times(1, null)).toBe('notification_times_both');
    expect(await times(60, 60)).toBe('notification_times_differ');
    expect(await times(0, 1440)).toBe('notification_times_of_day');
    expect(await times(0, 1439)).toBeNull();
  });

  it('leave what is about security as it is, whatever is chosen', async () => {
    const off = { site: false, mail: false, push: false };
    const kinds = ['wallet', 'growing', 'support', 'chat', 'news', 'affiliate', 'appointment', 'club'];
    const channels = Object.fromEntries(kinds.map((kind) => [kind, off]));
    await settings.save(choose({ channels, quiet_hours: { from: '00:00', to: '23:59' }, digest: 'weekly' }));
    await signIn(club, { ip: '192.0.2.77' });
    await tell(club, { userId, type: 'security.key_added' }, 2);
    const subjects = (await club.mails()).map(({ subject }) => subject).sort();
    expect(subjects).toEqual(['New sign-in at Almende', 'Plant 2 in flower']);
    const told = await club.db.select({ type: notifications.type }).from(notifications).orderBy(notifications.type);
    expect(told.map(({ type }) => type)).toEqual(['security.key_added', 'security.new_device']);
    expect(club.broadcaster.sent.map(({ data }) => data)).toEqual([
      expect.not.objectContaining({ silent: true }),
      expect.not.objectContaining({ silent: true }),
    ]);
  });

  it('that keep something off the pages leave no row and no event', async () => {
    await settings.save(choose({ channels: { growing: { site: false, mail: false } } }));
    expect(await tell(club, { userId })).toBeNull();
    expect(await club.db.$count(notifications)).toBe(0);
    expect(club.broadcaster.sent).toEqual([]);
    expect(await club.mails()).toEqual([]);
  });
});

describeOnPostgres('notification settings chosen at once', (open) => {
  it('are those of one choice, not a mixture', async () => {
    const club = await openTellingClub(open);
    await club.addMember();
    const settings = settingsOf(club, await getToken(club));
    const off = { site: false, mail: false, push: false };
    const one = choose({ channels: { wallet: off, chat: off }, quiet_hours: night, digest: 'daily' });
    const other = choose({ channels: { news: off, club: off }, digest: 'weekly' });
    const answers = await Promise.all([one, other, one, other, one, other].map((choice) => settings.save(choice)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const { time_zone: _, ...shown } = await settings.show();
    expect([one, other]).toContainEqual(shown);
  });
});
