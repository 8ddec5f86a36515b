import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../database/database.testing';
import { type Club, getToken } from '../identity/identity.testing';
import { users } from '../members/members.tables';
import { saveSettings } from './notification-settings';
import { choose } from './notification-settings.testing';
import { waitingMails } from './notifications.tables';
import { openTellingClub, tell } from './notifications.testing';
import { sendDueMails } from './waiting-mails';

const night = { from: '22:00', to: '07:00' };
/** A Friday. Berlin is one hour ahead. */
const noon = new Date('2026-11-20T11:00:00Z');
const evening = new Date('2026-11-20T22:00:00Z');
const hoursAfter = (time: Date, hours: number) => new Date(time.getTime() + hours * 3600_000);

async function openWaitingClub(open: Parameters<typeof openTellingClub>[0]) {
  const club = await openTellingClub(open);
  const { id: userId } = await club.addMember();
  const request = { language: 'en' as const, ip: null, requestId: 'request-1' };
  return {
    club,
    userId,
    save: (choice: Parameters<typeof choose>[0], now: Date) =>
      saveSettings(club.db, userId, choose(choice), { ...request, now }),
    tell: (number: number, now: Date, more: object = {}) => tell(club, { userId, now, ...more }, number),
    /** Sends what is due by then, and returns the subjects of all mails so far. */
    sentBy: async (now: Date) => {
      await sendDueMails(club, now);
      return (await club.mails()).map(({ subject }) => subject);
    },
  };
}

describeOnEachDatabase('mail in quiet hours', (open) => {
  let flow: Awaited<ReturnType<typeof openWaitingClub>>;
  beforeEach(async () => {
    flow = await openWaitingClub(open);
    await flow.save({ quiet_hours: night }, noon);
  });

  it('waits until they end, while the page shows what it is about without a word', async () => {
    const { club, userId, sentBy } = flow;
    await flow.tell(1, noon);
    expect(await sentBy(noon)).toEqual(['Plant 1 in flower']);
    expect(await flow.tell(2, evening)).not.toBeNull();
    await flow.tell(3, evening, { type: 'security.key_added' });
    expect(club.broadcaster.sent.map(({ channels, data }) => [channels, (data as { silent?: true }).silent])).toEqual([
      [[`private-user.${userId}`], undefined],
      [[`private-user.${userId}`], true],
      [[`private-user.${userId}`], undefined],
    ]);
    expect(await sentBy(hoursAfter(evening, 7))).toEqual(['Plant 1 in flower', 'Plant 3 in flower']);
    const morning = new Date('2026-11-21T06:00:00Z');
    expect(await sentBy(morning)).toEqual(['Plant 1 in flower', 'Plant 3 in flower', 'Plant 2 in flower']);
    expect(await sentBy(hoursAfter(morning, 1))).toHaveLength(3);
    expect(await club.db.$count(waitingMails)).toBe(0);
  });

  it('goes by the clock of the member, also when they have moved meanwhile', async () => {
    await flow.tell(1, evening);
    await flow.club.db.update(users).set({ timezone: 'America/New_York' });
    // Midnight in New York is 05:00 UTC, when the quiet hours of Berlin are almost over.
    expect(await flow.sentBy(new Date('2026-11-21T06:00:00Z'))).toEqual([]);
    expect(await flow.sentBy(new Date('2026-11-21T11:59:59Z'))).toEqual([]);
    expect(await flow.sentBy(new Date('2026-11-21T12:00:00Z'))).toEqual(['Plant 1 in flower']);
  });

  it('follows a new choice: gone where it is not wanted, and at once where nothing holds it back', async () => {
    await flow.tell(1, evening);
    await flow.tell(2, evening, { type: 'wallet.payment_received' });
    await flow.save({ channels: { growing: { mail: false } } }, evening);
    expect(await flow.sentBy(evening)).toEqual(['Plant 2 in flower']);
  });

  it('goes to no address that nobody has confirmed', async () => {
    await flow.tell(1, evening);
    await flow.club.db.update(users).set({ emailVerifiedAt: null });
    await flow.tell(2, evening);
    expect(await flow.club.db.$count(waitingMails)).toBe(1);
    expect(await flow.sentBy(hoursAfter(evening, 12))).toEqual([]);
    expect(await flow.club.db.$count(waitingMails)).toBe(0);
  });
});

describeOnEachDatabase('mail that is gathered', (open) => {
  it('comes once a day, as one, in the language of that day, with all that was told', async () => {
    const { club, save, tell, sentBy } = await openWaitingClub(open);
    await save({ digest: 'daily' }, noon);
    await tell(1, noon);
    await tell(2, hoursAfter(noon, 3), { url: '/financial' });
    await tell(3, hoursAfter(noon, 3.5), { type: 'security.key_added' });
    expect(await sentBy(hoursAfter(noon, 19))).toEqual(['Plant 3 in flower']);
    await club.db.update(users).set({ language: 'de' });
    expect(await sentBy(new Date('2026-11-21T07:00:00Z'))).toEqual(['Plant 3 in flower', '2 Neuigkeiten bei Almende']);
    const mail = (await club.mails()).at(-1);
    expect(mail?.links).toEqual(['http://localhost:3000/notifications']);
    expect(mail?.text).toContain('Pflanze 1 blüht\nIn Haus 3.\nhttp://localhost:3000/growing\n\nPflanze 2 blüht');
    expect(mail?.text).toContain('http://localhost:3000/financial');
    expect(mail?.text).toContain('http://localhost:3000/settings/notifications');
    expect(await sentBy(new Date('2026-11-22T07:00:00Z'))).toHaveLength(2);
  });

  it('comes on Mondays, after the quiet hours of that morning', async () => {
    const { save, tell, sentBy } = await openWaitingClub(open);
    await save({ digest: 'weekly', quiet_hours: { from: '22:00', to: '09:30' } }, noon);
    await tell(1, noon);
    await tell(2, evening);
    expect(await sentBy(new Date('2026-11-23T08:29:00Z'))).toEqual([]);
    expect(await sentBy(new Date('2026-11-23T08:30:00Z'))).toEqual(['2 updates at Almende']);
  });

  it('is about one thing like any mail, and counts what would be too much to read', async () => {
    const { club, save, tell, sentBy } = await openWaitingClub(open);
    await save({ digest: 'daily' }, noon);
    await tell(1, noon);
    expect(await sentBy(hoursAfter(noon, 24))).toEqual(['Plant 1 in flower']);
    for (let number = 1; number <= 33; number++) await tell(number, new Date(noon.getTime() + number));
    expect((await sentBy(hoursAfter(noon, 24)))[1]).toBe('33 updates at Almende');
    const text = (await club.mails()).at(-1)?.text ?? '';
    expect(text).toContain('Plant 30 in flower');
    expect(text).not.toContain('Plant 31 in flower');
    expect(text).toContain('And 3 more.');
  });

  it('keeps the mail of others from nothing where that of one member fails', async () => {
    const { club, save, tell, sentBy } = await openWaitingClub(open);
    await save({ digest: 'daily' }, noon);
    await tell(1, noon);
    const noa = await club.addMember({ email: 'noa@example.org' });
    const request = { language: 'en' as const, ip: null, requestId: 'request-2', now: noon };
    await saveSettings(club.db, noa.id, choose({ digest: 'daily' }), request);
    await tell(2, noon, { userId: noa.id });
    const { enqueue } = club.jobs;
    club.jobs.enqueue = async (tx, queue, data) => {
      if ('to' in data && data.to === 'mia@example.org') throw new Error('broken');
      return enqueue(tx, queue, data);
    };
    expect(await sentBy(hoursAfter(noon, 24))).toEqual(['Plant 2 in flower']);
    club.jobs.enqueue = enqueue;
    expect(await sentBy(hoursAfter(noon, 24))).toEqual(['Plant 2 in flower', 'Plant 1 in flower']);
  });
});

describeOnPostgres('mail that is gathered, with several at work', (open) => {
  async function openBusyClub(): Promise<{ club: Club; due: Date }> {
    const { club, save, tell } = await openWaitingClub(open);
    await save({ digest: 'daily' }, noon);
    for (let number = 1; number <= 5; number++) await tell(number, new Date(noon.getTime() + number));
    return { club, due: hoursAfter(noon, 24) };
  }

  it('is sent once', async () => {
    const { club, due } = await openBusyClub();
    await Promise.all(Array.from({ length: 8 }, () => sendDueMails(club, due)));
    expect((await club.mails()).map(({ subject }) => subject)).toEqual(['5 updates at Almende']);
  });

  it('is sent once, and to the member’s newest wish, while they choose anew', async () => {
    const { club, due } = await openBusyClub();
    const token = await getToken(club);
    const [saved] = await Promise.all([
      club.call('PUT', '/user/notification-settings', {
        token,
        body: choose({ channels: { growing: { mail: false } } }),
      }),
      ...Array.from({ length: 4 }, () => sendDueMails(club, due)),
    ]);
    expect(saved.status).toBe(200);
    const sent = (await club.mails()).map(({ subject }) => subject);
    expect([[], ['5 updates at Almende']]).toContainEqual(sent);
    expect(await club.db.$count(waitingMails)).toBe(0);
  });

  it('is neither lost nor sent twice by a process that dies half-way', async () => {
    const { club, due } = await openBusyClub();
    const { enqueue } = club.jobs;
    club.jobs.enqueue = async (tx, queue, data) => {
      await enqueue(tx, queue, data);
      throw new Error('killed before the commit');
    };
    await sendDueMails(club, due);
    expect(await club.mails()).toEqual([]);
    expect(await club.db.$count(waitingMails)).toBe(5);
    club.jobs.enqueue = enqueue;
    await sendDueMails(club, due);
    expect((await club.mails()).map(({ subject }) => subject)).toEqual(['5 updates at Almende']);
  });
});
