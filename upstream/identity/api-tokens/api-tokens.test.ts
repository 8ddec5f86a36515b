import { desc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../../database/database.testing';
import { findFailure } from '../../database/failures';
import { transaction } from '../../database/transaction';
import { uuidV7 } from '../../database/uuid-v7';
import { tokenHash } from '../../keys';
import { users } from '../../members/members.tables';
import { notifications } from '../../notifications/notifications.tables';
import { type Club, getToken, openClub } from '../identity.testing';
import { revokeApiTokensOf } from './api-tokens';
import { apiTokens } from './api-tokens.tables';
import { openPlainMember, wanted } from './api-tokens.testing';

const now = new Date('2026-11-20T09:00:00Z');
const daysLater = (days: number) => new Date(now.getTime() + days * 24 * 3600_000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('API tokens', (open) => {
  let club: Club;
  let member: Awaited<ReturnType<typeof openPlainMember>>;
  beforeEach(async () => {
    club = await openClub(open);
    member = await openPlainMember(club);
  });

  it('are shown in the clear once, and kept as a digest', async () => {
    const created = await member.made({ name: ' Home ', allowed_ips: ['192.0.2.77/24', '192.0.2.0/24', '::1'] });
    const { plain_text_token, ...shown } = created;
    expect(shown).toEqual({
      id: expect.any(String),
      name: 'Home',
      abilities: ['profile:read'],
      prefix: plain_text_token.slice(0, 10),
      expires_at: daysLater(30).toISOString(),
      last_used_at: null,
      last_used_ip: null,
      allowed_ips: ['192.0.2.0/24', '::1'],
      created_at: now.toISOString(),
    });
    const listed = await member.list();
    expect(listed).toEqual({
      data: [shown],
      api_url: 'http://localhost:3000/api',
      docs_url: 'http://localhost:3000/api/docs',
    });
    const [row] = await club.db.select().from(apiTokens);
    expect(row?.tokenHash).toBe(tokenHash(plain_text_token));
    const everything = await club.db.execute(
      'select t::text as row from api_tokens t union all select a::text from audit_log a',
    );
    expect(JSON.stringify(everything.rows)).not.toContain(plain_text_token);
  });

  it.each([
    ['no name', { name: '' }, { name: ['The name field is required.'] }],
    [
      'a name of 61 characters',
      { name: 'x'.repeat(61) },
      { name: ['The name field must not be greater than 60 characters.'] },
    ],
    ['a name over two lines', { name: 'a\nb' }, { name: ['The name field format is invalid.'] }],
    ['no ability', { abilities: [] }, { abilities: ['The abilities field must have at least 1 items.'] }],
    [
      'an ability that does not exist',
      { abilities: ['wallet:withdraw'] },
      { 'abilities.0': ['The selected abilities.0 is invalid.'] },
    ],
    [
      '366 days',
      { expires_in_days: 366 },
      { expires_in_days: ['The expires in days field must not be greater than 365.'] },
    ],
    [
      'an end that is over',
      { expires_in_days: -1 },
      { expires_in_days: ['The expires in days field must be at least 1.'] },
    ],
    ['half a day', { expires_in_days: 0.5 }, { expires_in_days: ['The expires in days field must be an integer.'] }],
    [
      '11 addresses',
      { allowed_ips: Array.from({ length: 11 }, (_, at) => `192.0.2.${at}`) },
      { allowed_ips: ['The allowed ips field must not have more than 10 items.'] },
    ],
    [
      'what is no address',
      { allowed_ips: ['192.0.2.1', '1.2.3', '::/129'] },
      { allowed_ips: ['Not an IP address or range: 1.2.3, ::/129.'] },
    ],
    ['an owner', { user_id: 1 }, { user_id: ['The user id field is prohibited.'] }],
  ])('with %s are refused', async (_, fields, errors) => {
    const answer = await member.make(fields);
    expect([answer.status, answer.body.errors]).toEqual([422, errors]);
    expect(await club.db.$count(apiTokens)).toBe(0);
  });

  it('have names of their own, whatever the case; those of others do not count', async () => {
    await member.made();
    const answer = await member.make({ name: 'hOME' }, { language: 'de' });
    expect([answer.status, answer.body.errors]).toEqual([422, { name: ['Du hast schon ein Token mit diesem Namen.'] }]);
    await (await openPlainMember(club, 'noa@example.org')).made();
  });

  it('are ten at most; one that is revoked or over makes room, and gives its name back', async () => {
    const first = await member.made({ name: 'Token 1', expires_in_days: 7 });
    const second = await member.made({ name: 'Token 2' });
    for (let number = 3; number <= 10; number++) await member.made({ name: `Token ${number}` });
    const eleventh = await member.make({ name: 'Token 11' });
    expect([eleventh.status, eleventh.body.code]).toEqual([409, 'too_many_api_tokens']);
    expect((await member.revoke(second.id)).status).toBe(204);
    await member.made({ name: 'Token 2' });
    vi.setSystemTime(daysLater(7));
    const token = await getToken(club);
    const again = await member.make({ name: 'Token 1' }, { token });
    expect(again.status).toBe(200);
    const { data } = (await club.call('GET', '/user/api-tokens', { token })).body as unknown as {
      data: { id: string }[];
    };
    expect(data).toHaveLength(10);
    expect(data.map(({ id }) => id)).not.toContain(first.id);
  });

  it('are told of by mail and on the pages', async () => {
    await club.db.update(users).set({ emailVerifiedAt: now }).where(eq(users.id, member.user.id));
    const context = JSON.stringify(['Home', ['profile:read'], 30, []]);
    const options = { token: member.token };
    expect((await member.make()).body.code).toBe('step_up_required');
    await club.post('/user/request-verification-code', { action: 'api_token.create', context }, options);
    const code = /\b\d{3} ?\d{3}\b/.exec((await club.mails()).at(-1)?.text ?? '')?.[0];
    const verified = { verification_method: 'email', verification_code: code };
    const forAnother = await member.make({ ...verified, abilities: ['wallet:read'] });
    expect([forAnother.status, Object.keys(forAnother.body.errors)]).toEqual([422, ['verification_code']]);
    expect((await member.make(verified)).status).toBe(200);
    expect((await member.make({ ...verified, name: 'Home 2' })).status).toBe(422);
    const mail = (await club.mails()).at(-1);
    expect(mail).toMatchObject({ to: 'mia@example.org', subject: 'New API token at Almende' });
    expect(mail?.text).toContain('A program that holds it may read your account. It cannot move money.');
    expect(mail?.text).not.toMatch(/alm_/);
    const [notice] = await club.db.select().from(notifications).orderBy(desc(notifications.id)).limit(1);
    expect(notice).toMatchObject({ type: 'security.api_token_created', url: '/settings/api-token' });
  });

  it('of somebody else, of nobody, and revoked ones answer alike', async () => {
    const noa = await openPlainMember(club, 'noa@example.org');
    const { id } = await noa.made();
    for (const foreign of [id, uuidV7(now), '1', "' or 1=1", 'x'.repeat(64)]) {
      const answer = await member.revoke(encodeURIComponent(foreign));
      expect([answer.status, answer.body.message]).toEqual([404, 'Not Found']);
    }
    expect((await noa.list()).data).toHaveLength(1);
    expect((await noa.revoke(id)).status).toBe(204);
    expect((await noa.revoke(id)).status).toBe(404);
    const actions = await club.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.userId, noa.user.id))
      .orderBy(auditLog.id);
    expect(actions.map(({ action }) => action)).toEqual(['login', 'api_token.created', 'api_token.revoked']);
  });

  it('need the permission to manage them', async () => {
    const { id } = await member.made();
    await club.db.update(users).set({ permissions: [] });
    const calls = [await member.make(), await club.call('GET', '/user/api-tokens', member), await member.revoke(id)];
    expect(calls.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([403, 'missing_permission']));
  });

  it('can be revoked all at once', async () => {
    const other = await (await openPlainMember(club, 'noa@example.org')).made();
    await member.made();
    await member.made({ name: 'Second' });
    const revoke = () => transaction(club.db, (tx) => revokeApiTokensOf(tx, member.user.id, 'account_deleted', now));
    expect([await revoke(), await revoke()]).toEqual([2, 0]);
    const left = await club.db.select({ id: apiTokens.id }).from(apiTokens).where(eq(apiTokens.place, 1));
    expect(left).toEqual([{ id: other.id }]);
  });

  describe('in the database', () => {
    const row = (userId: number, changes: Partial<typeof apiTokens.$inferInsert>) => ({
      id: uuidV7(now),
      userId,
      place: 1,
      name: 'Home',
      tokenHash: tokenHash('a'),
      prefix: 'alm_abcdef',
      abilities: ['profile:read' as const],
      createdAt: now,
      expiresAt: daysLater(30),
      ...changes,
    });

    it.each([
      ['api_tokens_lifetime', { expiresAt: new Date(daysLater(365).getTime() + 1) }],
      ['api_tokens_lifetime', { expiresAt: now }],
      ['api_tokens_ten', { place: 11 }],
      ['api_tokens_revoked', { place: null }],
      ['api_tokens_revoked', { revokedAt: now, revokedReason: 'revoked' }],
      ['api_tokens_name_length', { name: '' }],
      ['api_tokens_name_length', { name: 'x'.repeat(61) }],
      ['api_tokens_secret', { tokenHash: 'alm_0123456789' }],
      ['api_tokens_abilities', { abilities: [] }],
      ['api_tokens_abilities', { abilities: ['wallet:withdraw' as 'wallet:read'] }],
      ['api_tokens_allowed_ips', { allowedIps: Array<string>(11).fill('::1') }],
    ])('%s holds', async (constraint, changes) => {
      const refusal = await club.db.insert(apiTokens).values(row(member.user.id, changes)).catch(findFailure);
      expect(refusal).toMatchObject({ code: '23514', constraint });
      await club.db.insert(apiTokens).values(row(member.user.id, { expiresAt: daysLater(365) }));
    });
    it('a token gets no other abilities, no longer life, and none back once it is revoked', async () => {
      await member.made();
      const change = (changes: Partial<typeof apiTokens.$inferInsert>) =>
        club.db.update(apiTokens).set(changes).catch(findFailure);
      const refused = { code: '23001' };
      expect(await change({ abilities: ['wallet:read'] })).toMatchObject(refused);
      expect(await change({ allowedIps: ['::1'] })).toMatchObject(refused);
      expect(await change({ expiresAt: daysLater(31) })).toMatchObject(refused);
      await club.db.update(apiTokens).set({ lastUsedAt: now });
      await club.db.update(apiTokens).set({ place: null, revokedAt: now, revokedReason: 'revoked' });
      expect(await change({ place: 1, revokedAt: null, revokedReason: null })).toMatchObject(refused);
    });
  });
});

describeOnPostgres('API tokens made side by side', (open) => {
  it('are ten and no more of thirty, and of one name one', async () => {
    const club = await openClub(open);
    const member = await openPlainMember(club);
    const sameName = await Promise.all(Array.from({ length: 10 }, () => member.make()));
    expect(sameName.filter(({ status }) => status === 200)).toHaveLength(1);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => member.make({ ...wanted, name: `Token ${at}` })),
    );
    const statuses = answers.map(({ status }) => status);
    expect([
      statuses.filter((status) => status === 200).length,
      statuses.filter((status) => status === 409).length,
    ]).toEqual([9, 21]);
    expect((await member.list()).data).toHaveLength(10);
  });
});
