import { asc, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase } from '../database/database.testing';
import { askForLink, reason } from '../identity/ghost/ghost.testing';
import { allPermissions } from '../members/permissions';
import { authSessions } from '../members/sessions.tables';
import { createNotification } from '../notifications/notifications';
import { notifications } from '../notifications/notifications.tables';
import { termAcceptances } from '../terms/terms.tables';
import { pastTriggers } from '../wallet/wallet.testing';
import { exportChunks, exports } from './privacy.tables';
import { openPrivacyClub, type PrivacyClub, readCsv, unzip } from './privacy.testing';

const start = new Date('2026-11-20T09:00:00Z');
const hours = (count: number) => vi.setSystemTime(Date.now() + count * 3_600_000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('an export', (open) => {
  let club: PrivacyClub;
  let mia: number;
  let token: string;
  beforeEach(async () => {
    club = await openPrivacyClub(open);
    mia = (await club.addMember()).id;
    token = await club.bearer();
  });

  const tell = (title: string, userId = mia) =>
    createNotification(club, {
      userId,
      type: 'club.note',
      title: { en: title, de: title },
      description: { en: 'Text', de: 'Text' },
      class: 'bell',
      status: 'info',
      now: new Date(),
    });
  const request = () => club.call('POST', '/user/export', { token });
  const state = async () => (await club.call('GET', '/user/export', { token })).body;
  async function made() {
    await request();
    await club.jobs.idle();
    return (await state()).id;
  }

  it('is none before somebody asks for it', async () => {
    expect(await state()).toMatchObject({ state: 'none', id: null, progress: null, next_request_at: null });
  });

  it('is made in the background, and told of by mail and notification without a token in either', async () => {
    const answer = await request();
    expect([answer.status, answer.body.state]).toEqual([202, 'waiting']);
    await club.jobs.idle();
    const told = await state();
    expect(told).toMatchObject({ state: 'ready', made_at: start.toISOString() });
    expect(told.good_until).toBe('2026-11-27T09:00:00.000Z');
    expect(told.progress?.rows).toBe(told.progress?.total);
    const mail = (await club.mails()).find(({ subject }) => subject === 'Your data export is ready');
    expect(mail?.links).toEqual(['http://localhost:3000/settings/privacy']);
    expect(mail?.text).not.toContain(told.id);
    const [notice] = await club.db.select().from(notifications).where(eq(notifications.type, 'security.export_ready'));
    expect(notice?.url).toBe('/settings/privacy');
  });

  it('holds what the database holds, as JSON and as CSV', async () => {
    await tell('First');
    await tell('=cmd|calc');
    await tell('With "quotes", commas\r\nand lines');
    await tell('Two lines\n=1+1');
    const answer = await club.file(token, await made());
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="almende-2026-11-20.zip"');
    expect(answer.headers.get('cache-control')).toBe('no-store, private');
    const bytes = await answer.arrayBuffer();
    expect(answer.headers.get('content-length')).toBe(String(bytes.byteLength));
    const files = unzip(bytes);

    const stored = await club.db.select().from(notifications).orderBy(asc(notifications.id));
    const before = stored.filter(({ type }) => type !== 'security.export_ready');
    const json = JSON.parse(files['notifications.json'] ?? '');
    expect(json.map((row: { id: string }) => row.id)).toEqual(before.map(({ id }) => id));
    const [head, ...rows] = readCsv(files['notifications.csv'] ?? '');
    expect(head).toEqual(Object.keys(json[0]));
    expect(rows.map(([, , title]) => title).sort()).toEqual(
      ["'=cmd|calc", 'First', 'Two lines\n=1+1', 'With "quotes", commas\r\nand lines'].sort(),
    );
    expect(files['notifications.csv']).toContain('"Two lines\n=1+1"');
    expect(files['notifications.csv']?.startsWith('\uFEFFid,type,')).toBe(true);

    expect(JSON.parse(files['account.json'] ?? '')).toEqual([
      expect.objectContaining({ id: mia, email: 'mia@example.org', firstname: 'Mia', birthdate: '1990-05-17' }),
    ]);
    expect(JSON.parse(files['sessions.json'] ?? '')).toHaveLength(await club.db.$count(authSessions));
    expect(JSON.parse(files['accepted_terms.json'] ?? '')).toHaveLength(await club.db.$count(termAcceptances));
    const history = JSON.parse(files['history.json'] ?? '');
    expect(history.map(({ action }: { action: string }) => action)).toContain('export.requested');
    expect(history.every(({ by }: { by: string }) => by === 'you')).toBe(true);
  });

  it('holds amounts in cents as whole numbers', async () => {
    const at = start.toISOString();
    const later = new Date(start.getTime() + 1).toISOString();
    await pastTriggers(club, (tx) =>
      tx.execute(sql`insert into affiliate_commissions (id, user_id, buyer_id, level, order_label, rate, base_amount, amount,
        status, created_at, matures_at) values ('CM-1', ${mia}, 99, 1, 'OR-1', 500, 14990, 750, 'pending', ${at}, ${later})`),
    );
    await club.db.execute(sql`insert into affiliate_levels values (${mia}, 1, 3, 2, 29980)`);
    const files = unzip(await (await club.file(token, await made())).arrayBuffer());
    const money = { base_amount: 14990, amount: 750, withheld: 0, taken: 0, owed: 0 };
    expect(JSON.parse(files['commissions.json'] ?? '')).toMatchObject([{ id: 'CM-1', ...money }]);
    expect(files['commissions.csv']).toContain('CM-1,1,500,14990,750,EUR,pending');
    expect(JSON.parse(files['team.json'] ?? '')).toEqual([{ level: 1, members: 3, active: 2, volume: 29980 }]);
  });

  it('says in the language of the member what is what, and names every file', async () => {
    await club.addMember({ email: 'jo@example.org', firstname: 'Jörg', language: 'de' });
    token = await club.bearer('jo@example.org');
    const files = unzip(await (await club.file(token, await made())).arrayBuffer());
    const { 'LIESMICH.txt': readme = '', ...data } = files;
    expect(readme).toContain('Was Almende über Jörg Sommer speichert');
    expect(Object.keys(data).filter((name) => !readme.includes(name))).toEqual([]);
    expect(Object.keys(data).length).toBeGreaterThan(16);
  });

  it('has nothing of other members but shortened names', async () => {
    await club.addMember({ email: 'noa@example.org', firstname: 'Noa', lastname: 'Winterfeld', referrerId: mia });
    await tell('For Mia');
    await tell('For Noa', (await club.addMember({ email: 'pia@example.org' })).id);
    const files = unzip(await (await club.file(token, await made())).arrayBuffer());
    expect(JSON.parse(files['invited_members.json'] ?? '')).toEqual([{ name: 'Noa W.', since: start.toISOString() }]);
    const all = Object.values(files).join('\n');
    expect(all).toContain('For Mia');
    for (const foreign of ['Winterfeld', 'noa@example.org', 'For Noa']) expect(all).not.toContain(foreign);
  });

  it('has nothing of the staff who were in the account but what the member was told', async () => {
    await club.addMember({ email: 'greta@example.org', firstname: 'Greta', permissions: allPermissions });
    const ip = '198.51.100.77';
    await club.post('/ghost/enter', { token: await askForLink(club as never) }, { ip, userAgent: 'Gretas browser' });
    expect(await club.db.$count(authSessions, eq(authSessions.ipAddress, ip))).toBe(1);
    const files = unzip(await (await club.file(token, await made())).arrayBuffer());
    expect(JSON.parse(files['sessions.json'] ?? '')).toHaveLength(1);
    expect(JSON.parse(files['staff_visits.json'] ?? '')).toMatchObject([{ reason, ended_at: null }]);
    expect(Object.entries(files).filter(([, text]) => text.includes(ip) || text.includes('Gretas'))).toEqual([]);
  });

  it('holds no secret, no hash and no sealed value', async () => {
    const bearer = token;
    const files = unzip(await (await club.file(token, await made())).arrayBuffer());
    const all = Object.values(files).join('\n');
    expect(all).not.toContain('argon2');
    expect(all).not.toContain(bearer);
    expect(all).not.toMatch(/hash":"(?![A-Za-z0-9]{10}")|secret|token_hash|\b[0-9a-f]{64}\b/);
  });

  it('is asked for once while one is made, and once a day', async () => {
    club = await openPrivacyClub(open, { worked: false });
    mia = (await club.addMember()).id;
    token = await club.bearer();
    const { body } = await request();
    const second = await request();
    expect([second.status, second.body.code]).toEqual([409, 'export_running']);
    await club.build(body.id);
    const third = await request();
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '86400']);
    expect(third.body.message).toBe('You can ask for one export every 24\u00a0hours.');
    expect((await state()).next_request_at).toBe('2026-11-21T09:00:00.000Z');
    hours(24);
    token = await club.bearer();
    expect((await request()).status).toBe(202);
    expect(await club.db.$count(exports)).toBe(2);
  });

  it('is nobody else’s: another member’s id answers as one that does not exist', async () => {
    const id = await made();
    await club.addMember({ email: 'noa@example.org' });
    const noa = await club.bearer('noa@example.org');
    for (const asked of [id, crypto.randomUUID(), 'x', '%00', '..']) {
      expect([asked, (await club.file(noa, asked)).status]).not.toEqual([asked, 200]);
    }
    const [foreign, unknown] = [await club.file(noa, id), await club.file(noa, crypto.randomUUID())];
    expect([foreign.status, await foreign.text()]).toEqual([unknown.status, await unknown.text()]);
    expect(foreign.status).toBe(404);
  });

  it('is fetched only once it is ready, and only for seven days; the fetch stands in the audit log', async () => {
    club = await openPrivacyClub(open, { worked: false });
    await club.addMember();
    token = await club.bearer();
    const { id } = (await request()).body;
    expect((await club.file(token, id)).status).toBe(409);
    await club.build(id);
    expect((await club.file(token, id)).status).toBe(200);
    expect(await club.db.$count(auditLog, eq(auditLog.action, 'export.downloaded'))).toBe(1);
    hours(7 * 24);
    token = await club.bearer();
    expect((await club.file(token, id)).status).toBe(404);
    expect((await state()).state).toBe('expired');
    expect(await club.db.$count(exportChunks)).toBeGreaterThan(0);
  });

  it('is asked for and fetched by the signed-in member alone', async () => {
    const id = await made();
    expect((await club.call('POST', '/user/export')).status).toBe(401);
    expect((await club.call('GET', '/user/export')).status).toBe(401);
    expect((await club.file('x'.repeat(43), id)).status).toBe(401);
  });
});
