import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { users } from '../../members/members.tables';
import { openClub, password } from '../identity.testing';

describeOnEachDatabase('the check of an application', (open) => {
  it('says everything that is wrong with a part of it at once, and registers nobody', async () => {
    const club = await openClub(open);
    const check = (given: object, ip?: string) => club.post('/auth/register/check', given, ip ? { ip } : {});
    const wrong = { country: 'XX', birthdate: '2020-01-01', terms: [], password: 'schmetterling' };
    const { status, body } = await check({ ...wrong, password_confirmation: 'schmetterlinge' });
    expect([status, Object.keys(body.errors).sort()]).toEqual([
      422,
      ['birthdate', 'country', 'password', 'password_confirmation', 'terms'],
    ]);
    expect((await check({ firstname: 'Nora', password })).status).toBe(204);
    expect((await check({})).status).toBe(204);
    expect((await check({ firstname: 'Nora', lastname: 'Quendel', password: 'noraquendel' })).body.errors).toEqual({
      password: [expect.stringContaining('easy to guess')],
    });
    expect(await club.db.$count(users)).toBe(0);
    for (let n = 0; n < 60; n++) await check({}, '192.0.2.62');
    expect((await check({}, '192.0.2.62')).status).toBe(429);
  }, 60_000);
});
