import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import type { UserRow } from '../members/users';
import { ask, newEmail } from './email-change/email-change.testing';
import { type Club, getToken, openClub } from './identity.testing';
import { mailPasswordReset } from './recovery/recovery';
import { mailVerification } from './registration/email-verification';
import { mailUnlockLink } from './sign-in/sign-in-tokens';

const start = new Date('2026-11-20T09:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('a mail with a link or a code', (open) => {
  let club: Club;
  let mia: UserRow;
  beforeEach(async () => {
    club = await openClub(open);
    mia = await club.addMember();
  });

  it.each([
    ['a new password', mailPasswordReset, '2026-11-20T10:00:00.000Z'],
    ['a locked session', mailUnlockLink, '2026-11-20T09:30:00.000Z'],
    ['the confirmation of an address', mailVerification, '2026-11-21T09:00:00.000Z'],
  ])('for %s is not sent once that is over', async (_, send, until) => {
    await transaction(club.db, (tx) => send(tx, club, mia, start));
    expect((await club.mails()).map((mail) => mail.until)).toEqual([until]);
  });

  it('for the verification step and a new address is not sent once the code is over', async () => {
    await ask(club, await getToken(club));
    const mails = (await club.mails()).filter(({ subject }) => /\d{3}/.test(subject));
    expect(mails.map(({ to, until }) => [to, until])).toEqual([
      ['mia@example.org', '2026-11-20T09:10:00.000Z'],
      [newEmail, '2026-11-20T09:10:00.000Z'],
    ]);
  });
});
