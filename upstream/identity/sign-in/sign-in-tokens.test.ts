import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { users } from '../../members/members.tables';
import { type Club, openClub } from '../identity.testing';
import { seedTwoFactor, totpAt } from '../two-factor/two-factor.testing';
import { mintSignInToken } from './sign-in-tokens';

const start = new Date('2026-11-20T09:00:00Z');
const advance = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('one-time tokens', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openClub(open);
    await club.addMember();
  });

  it('sign in once, within 60 seconds', async () => {
    const [user] = await club.db.select().from(users);
    const mint = () => transaction(club.db, (tx) => mintSignInToken(tx, user?.id ?? 0, new Date(), 'directly'));
    const token = await mint();
    expect((await club.post('/auth/token', { token })).body.user.email).toBe('mia@example.org');
    expect((await club.post('/auth/token', { token })).status).toBe(422);
    const late = await mint();
    advance(60);
    expect((await club.post('/auth/token', { token: late })).body.error).toContain('no longer valid');
    expect((await club.post('/auth/token', { token: 'made up' })).status).toBe(422);
  });

  it('ask for the second factor where there is one', async () => {
    const [user] = await club.db.select().from(users);
    await seedTwoFactor(club, user?.id ?? 0);
    const token = await transaction(club.db, (tx) => mintSignInToken(tx, user?.id ?? 0, new Date(), 'directly'));
    const { body } = await club.post('/auth/token', { token });
    expect(body).toMatchObject({ two_factor: true });
    const done = await club.post('/auth/two-factor-challenge', {
      challenge: body.challenge,
      one_time_password: totpAt(new Date()),
    });
    expect(done.body.token.expires_in).toBe(3600);
  });

  it('come by mail, open a locked session for 30 minutes, and only known addresses get one', async () => {
    for (const email of ['mia@example.org', 'nobody@example.org']) {
      const { status, body } = await club.post('/auth/unlock-link', { email });
      expect({ status, body }).toEqual({
        status: 200,
        body: { message: expect.stringContaining('If we know this address') },
      });
    }
    const mails = await club.mails();
    expect(mails.map((mail) => mail.to)).toEqual(['mia@example.org']);
    const [, token] = /\/unlock\/([\w-]{43})$/.exec(mails[0]?.links[0] ?? '') ?? [];
    advance(29 * 60);
    expect((await club.post('/auth/token', { token })).status).toBe(200);
  });
});

describeOnPostgres('one-time tokens at once', (open) => {
  it('spends a one-time token exactly once among 20', async () => {
    const club = await openClub(open);
    const user = await club.addMember();
    const token = await transaction(club.db, (tx) => mintSignInToken(tx, user.id, new Date(), 'directly'));
    const answers = await Promise.all(Array.from({ length: 20 }, () => club.post('/auth/token', { token })));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(19);
  });
});
