import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import { signIn } from '../identity/identity.testing';
import { notificationPreferences, notifications } from './notifications.tables';
import { openMember, openTellingClub, tell } from './notifications.testing';
import type { ChoosableKind } from './preferences';

describeOnEachDatabase('createNotification', (open) => {
  const want = (userId: number, kind: ChoosableKind, channel: 'site' | 'mail', wanted: boolean) => ({
    userId,
    kind,
    channel,
    wanted,
    updatedAt: new Date(),
  });

  it('mails what is about security, in the member’s language, and nothing else unasked', async () => {
    const club = await openTellingClub(open);
    const { id: userId } = await club.addMember({ language: 'de', firstname: 'Mia' });
    await tell(club, { userId });
    await tell(club, { userId, type: 'security.new_device', hasOwnMail: true });
    await tell(club, { userId, type: 'security.key_added', url: '/settings/api-token' });
    const mails = await club.mails();
    expect(mails.map(({ subject, links }) => [subject, links])).toEqual([
      ['Pflanze 1 blüht', ['http://localhost:3000/settings/api-token']],
    ]);
    expect(mails[0]?.text).toContain('Hallo Mia!\n\nIn Haus 3.');
    expect(mails[0]?.text).toContain('http://localhost:3000/settings/notifications');
    expect(await club.db.$count(notifications)).toBe(3);
  });

  it('does what the member chose', async () => {
    const club = await openTellingClub(open);
    const { id: userId } = await club.addMember();
    await club.db
      .insert(notificationPreferences)
      .values([want(userId, 'growing', 'site', false), want(userId, 'growing', 'mail', true)]);
    expect(await tell(club, { userId })).toBeNull();
    expect(club.broadcaster.sent).toEqual([]);
    expect(await tell(club, { userId, type: 'security.key_added' }, 2)).not.toBeNull();
    expect((await club.mails()).map(({ subject }) => subject).sort()).toEqual([
      'Plant 1 in flower',
      'Plant 2 in flower',
    ]);
    expect((await club.db.select().from(notifications)).map(({ type }) => type)).toEqual(['security.key_added']);
  });

  it('greets by mail, unless the text does so itself', async () => {
    const club = await openTellingClub(open);
    const { id: userId } = await club.addMember({ firstname: 'Mia' });
    const mailText = { en: 'Hello Mia,\n\nit arrived.', de: 'Hallo Mia,\n\nsie ist da.' };
    await tell(club, { userId, type: 'security.key_added', mailText });
    const [mail] = await club.mails();
    expect(mail?.text.match(/Hello Mia/g)).toHaveLength(1);
  });

  it('mails nothing to an address that nobody has confirmed', async () => {
    const club = await openTellingClub(open);
    const { id: userId } = await club.addMember({ emailVerifiedAt: null });
    expect(await tell(club, { userId, type: 'security.key_added' })).not.toBeNull();
    expect(await club.mails()).toEqual([]);
  });

  it('is heard in the member’s own channel alone, as Laravel sends it, once it is there for good', async () => {
    const club = await openTellingClub(open);
    const { id: userId } = await club.addMember({ language: 'de' });
    await club.addMember({ email: 'noa@example.org' });
    const id = await transaction(club.db, async (tx) => {
      const told = await tell({ ...club, db: tx }, { userId });
      expect(club.broadcaster.sent).toEqual([]);
      return told;
    });
    expect(club.broadcaster.sent).toEqual([
      {
        channels: [`private-user.${userId}`],
        event: 'Illuminate\\Notifications\\Events\\BroadcastNotificationCreated',
        data: {
          id,
          type: 'growing.stage_begun',
          title: 'Pflanze 1 blüht',
          description: 'In Haus 3.',
          class: 'plant',
          status: 'info',
          url: '/growing',
        },
      },
    ]);
    club.broadcaster.breakWith(new Error('gone'));
    expect(await tell(club, { userId })).not.toBeNull();
  });

  it('leaves nothing behind when what it tells of is rolled back', async () => {
    const club = await openTellingClub(open);
    const { id: userId } = await club.addMember();
    const failing = transaction(club.db, async (tx) => {
      await tell({ ...club, db: tx }, { userId, type: 'security.key_added' });
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await club.db.$count(notifications)).toBe(0);
    expect(await club.mails()).toEqual([]);
    expect(club.broadcaster.sent).toEqual([]);
  });

  it.each(['https://evil.example/', '//evil.example', 'growing', 'javascript:alert(1)'])(
    'refuses %j as a way in the members area',
    async (url) => {
      const club = await openTellingClub(open);
      const { id: userId } = await club.addMember();
      await expect(tell(club, { userId, url })).rejects.toThrow();
      expect(await club.db.$count(notifications)).toBe(0);
    },
  );

  it('tells of a sign-in from a new browser', async () => {
    const club = await openTellingClub(open);
    const mia = await openMember(club);
    expect(await mia.counts()).toEqual({ unread_count: 0, read_count: 0 });
    await signIn(club, { ip: '192.0.2.77' });
    const [told] = (await mia.list('unread', '', 'de')).data;
    expect(told).toMatchObject({
      type: 'security.new_device',
      data: { title: 'Neue Anmeldung in deinem Konto', class: 'shield', status: 'warning', url: '/settings/devices' },
    });
    expect(told?.data.description).toMatch(/^Chrome auf Linux, IP-Adresse 192\.0\.2\.77\./);
    expect((await club.mails()).map(({ subject }) => subject)).toEqual(['New sign-in at Almende']);
  });
});
