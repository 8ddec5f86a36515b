import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { users } from '../../members/members.tables';
import { type Club, openClub } from '../identity.testing';
import { tidyApiTokens } from './api-tokens.housekeeping';
import { apiTokens } from './api-tokens.tables';
import { openPlainMember } from './api-tokens.testing';

const now = new Date('2026-11-20T09:00:00Z');
const daysLater = (days: number) => new Date(now.getTime() + days * 24 * 3600_000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());

async function openMember(club: Club) {
  const member = await openPlainMember(club);
  await member.made({ name: 'A month' });
  await member.made({ name: 'A week', expires_in_days: 7 });
  await club.db.update(users).set({ emailVerifiedAt: now });
  return member;
}

const warnings = async (club: Club) =>
  (await club.mails()).map(({ subject }) => subject).filter((subject) => /expires soon/.test(subject));

describeOnEachDatabase('housekeeping of API tokens', (open) => {
  it('warns seven days before the end, once, and not of a token made for a week', async () => {
    const club = await openClub(open);
    await openMember(club);
    await tidyApiTokens(club, new Date(daysLater(23).getTime() - 1));
    expect(await warnings(club)).toEqual([]);
    await tidyApiTokens(club, daysLater(23));
    await tidyApiTokens(club, daysLater(24));
    expect(await warnings(club)).toEqual(['Your API token “A month” expires soon']);
    expect((await club.mails()).at(-1)?.text).toContain('20 December 2026');
  });

  it('warns nobody of what is revoked or over, nor at an address that nobody confirmed', async () => {
    const club = await openClub(open);
    const { list, revoke } = await openMember(club);
    await tidyApiTokens(club, daysLater(30));
    const month = (await list()).data.find(({ name }) => name === 'A month');
    await revoke(month?.id ?? '');
    await tidyApiTokens(club, daysLater(25));
    await club.db.update(users).set({ emailVerifiedAt: null });
    const { made } = await openPlainMember(club, 'noa@example.org');
    await made({ expires_in_days: 8 });
    await tidyApiTokens(club, daysLater(2));
    expect(await warnings(club)).toEqual([]);
  });

  it('lists what is over for 30 days, and forgets it 90 days later', async () => {
    const club = await openClub(open);
    const { list } = await openMember(club);
    const names = async () => (await list()).data.map(({ name }) => name).sort();
    await tidyApiTokens(club, new Date(daysLater(37).getTime() - 1));
    expect(await names()).toEqual(['A month', 'A week']);
    await tidyApiTokens(club, daysLater(37));
    expect(await names()).toEqual(['A month']);
    await tidyApiTokens(club, daysLater(127));
    expect(await club.db.$count(apiTokens)).toBe(2);
    await tidyApiTokens(club, new Date(daysLater(127).getTime() + 1));
    expect(await club.db.$count(apiTokens)).toBe(1);
  });
});

describeOnPostgres('housekeeping of API tokens by two processes', (open) => {
  it('warns once', async () => {
    const club = await openClub(open);
    await openMember(club);
    await Promise.all(Array.from({ length: 8 }, () => tidyApiTokens(club, daysLater(24))));
    expect(await warnings(club)).toHaveLength(1);
  });
});
