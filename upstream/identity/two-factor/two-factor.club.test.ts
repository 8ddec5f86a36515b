import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { oneTimeCode } from '../../../tests/support/one-time-code';
import type { Actor } from '../../club/command';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase } from '../../database/database.testing';
import { users } from '../../members/members.tables';
import { notifications } from '../../notifications/notifications.tables';
import { openClub, signIn } from '../identity.testing';
import { proposalsList } from '../staff/staff.club';
import { aColleague, aStaffMember } from '../staff/staff.testing';
import { twoFactorReset } from './two-factor.club';
import { openBrowser } from './two-factor.testing';

const asked = { user: 'mia@example.org', reason: 'Called back on the known number.' };

describeOnEachDatabase('two-factor reset', (open) => {
  it('lets a member in again who has lost everything: signed out everywhere, told, and by password alone', async () => {
    const club = await openClub(open);
    const mia = await club.addMember();
    const browser = await openBrowser(club);
    const { secret } = (await browser.begin()).body;
    await browser.confirm(oneTimeCode(secret, Date.now()));
    const { lines } = await twoFactorReset.run(club, asked, new Date(), aColleague);
    expect(lines.join()).toContain(`Mia Sommer (${mia.id}) is off`);
    expect((await browser.show()).status).toBe(401);
    expect((await signIn(club)).body.token).toBeDefined();
    expect((await club.mails()).map(({ subject }) => subject)).toContain('Two-factor sign-in is off');
    const rows = await club.db.select().from(auditLog).where(eq(auditLog.action, 'two_factor.reset'));
    expect(rows).toMatchObject([{ userId: mia.id, detail: { by: 'command line' } }]);
    expect(JSON.stringify(rows)).not.toContain(asked.reason);
    const told = await club.db
      .select()
      .from(notifications)
      .where(eq(notifications.type, 'security.two_factor_disabled'));
    expect(told.map(({ description }) => [description.en, description.de])).toEqual([
      [expect.stringContaining(`“${asked.reason}”`), expect.stringContaining(`„${asked.reason}“`)],
    ]);
  });

  it('of one of the staff takes two of their colleagues', async () => {
    const club = await openClub(open);
    const [greta, holger, ines] = [await aStaffMember(club), await aStaffMember(club), await aStaffMember(club)];
    const now = new Date();
    const reset = (by: Actor) => twoFactorReset.run(club, { ...asked, user: String(greta.id) }, now, by);
    const isOn = async () =>
      (await club.db.select().from(users).where(eq(users.id, greta.id)))[0]?.google2faEnabledAt !== null;
    await expect(reset(greta)).rejects.toThrow('cannot reset their own');
    expect((await reset(holger)).data).toMatchObject({ done: false });
    await expect(reset(holger)).rejects.toThrow('a colleague has to confirm it');
    await expect(reset(greta)).rejects.toThrow('cannot reset their own');
    expect((await proposalsList.run(club, {}, now, ines)).lines[0]).toContain(
      `Switch two-factor sign-in of member ${greta.id} off`,
    );
    expect(await isOn()).toBe(true);
    await reset(ines);
    expect(await isOn()).toBe(false);
    const audited = await club.db.select().from(auditLog).orderBy(asc(auditLog.id));
    expect(audited.map(({ action }) => action)).toContain('proposal.made');
    expect(JSON.stringify(audited)).not.toContain(asked.reason);
  });

  it.each([
    ['where it is not on', {}, 'is not on'],
    ['without a reason', { reason: ' hm ' }, '--reason: needs at least 10 characters'],
    ['for nobody', { user: 'nobody@example.org' }, 'There is no member nobody@example.org'],
  ])('does nothing %s', async (_, given, words) => {
    const club = await openClub(open);
    await club.addMember();
    const failure = await twoFactorReset
      .run(club, { ...asked, ...given }, new Date(), aColleague)
      .catch((error) => error);
    expect(failure).toHaveProperty('message', expect.stringContaining(words));
    expect(await club.db.$count(auditLog)).toBe(0);
  });
});
