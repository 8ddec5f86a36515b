import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { users } from '../members/members.tables';
import { allPermissions } from '../members/permissions';
import { demoPassword, demoRecoveryCodes, demoStaff, demoTwoFactorSecret, seedIdentity } from './identity.seed';
import { openClub } from './identity.testing';

describeOnEachDatabase('the demo club', (open) => {
  it('has its five accounts and a team of 300 over three levels, once', async () => {
    const club = await openClub(open);
    await seedIdentity(club, new Date());
    await seedIdentity(club, new Date());
    expect(await club.db.$count(users)).toBe(305);
    const login = (name: string) => club.post('/auth/login', { email: `${name}@example.org`, password: demoPassword });
    const { body: anna } = await login('anna');
    expect(anna.user).toMatchObject({ name: 'Anna Kessler', language: 'de', firstline: 24, email_verified: true });
    const updates = await club.call('GET', '/user/header', { token: anna.token.access_token });
    expect(updates.body.term_updates).toEqual([]);
    expect((await login('clara')).body.user).toMatchObject({ email_verified: false, address_is_filled: false });
    const { body: ben } = await login('ben');
    const totp = new TOTP({ secret: Secret.fromBase32(demoTwoFactorSecret) });
    const answered = await club.post('/auth/two-factor-challenge', {
      challenge: ben.challenge,
      one_time_password: totp.generate(),
    });
    expect(answered.body.user).toMatchObject({ name: 'Ben Archer', language: 'en' });
    for (const name of ['greta', 'holger'] as const) {
      const { body: asked } = await login(name);
      const code = new TOTP({ secret: Secret.fromBase32(demoStaff[name]) }).generate();
      const proof = { challenge: asked.challenge, one_time_password: code };
      const { body } = await club.post('/auth/two-factor-challenge', proof);
      expect(body.user.permissions).toEqual(allPermissions);
    }
    const second = await login('ben');
    expect(
      (
        await club.post('/auth/two-factor-challenge', {
          challenge: second.body.challenge,
          recovery_code: demoRecoveryCodes[0],
        })
      ).status,
    ).toBe(200);
    const team = await club.db.select().from(users);
    const levelOf = (id: number | null, depth = 0): number => {
      const member = team.find((row) => row.id === id);
      return member?.referrerId ? levelOf(member.referrerId, depth + 1) : depth;
    };
    const depths = team.map((row) => levelOf(row.id));
    expect([1, 2, 3].map((depth) => depths.filter((found) => found === depth).length)).toEqual([24, 96, 180]);
    expect(team.every((row) => row.createdAt.getTime() <= Date.now())).toBe(true);
    expect((await club.db.select().from(users).where(eq(users.refHash, 'AnnaKessler'))).length).toBe(1);
  });
});
