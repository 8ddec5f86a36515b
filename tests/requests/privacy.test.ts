import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../upstream/members/members.tables';
import { exports } from '../../upstream/privacy/privacy.tables';
import { type Club, sharedClub } from '../support/club';
import { textsIn } from '../support/texts';
import { readableText, Visitor } from '../support/visitor';

const t = textsIn('en');
let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

async function openMember() {
  const member = await club.member();
  const visitor = new Visitor(club.url);
  await visitor.signIn(member);
  return { member, visitor };
}

/** Adds an export that is half made and that no job continues. */
async function addExport(userId: number, state: 'running' | 'expired') {
  const id = crypto.randomUUID();
  const requestedAt = new Date(club.clock.now());
  await club.db.insert(exports).values({ id, userId, state, rowsDone: 40, rowsTotal: 100, requestedAt });
  return id;
}

describe('the file of an export', () => {
  it('comes whole, is kept by nobody, and has the size that it says', async () => {
    const { member, visitor } = await openMember();
    const asked = await visitor.submit(await visitor.get('/settings/privacy'), 'data-export', { intent: 'export' });
    expect([asked.status, asked.location]).toEqual([303, '/settings/privacy']);
    await club.mailbox.waitFor({ to: member.email, subject: 'Your data export is ready' });
    const [row] = await club.db.select().from(exports).where(eq(exports.userId, member.id));
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${club.url}/settings/privacy/export/${row?.id}`, { headers: { cookie } });
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="almende-[\d-]+\.zip"$/);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    const bytes = await answer.arrayBuffer();
    expect([bytes.byteLength, answer.headers.get('content-length')]).toEqual([row?.size, String(row?.size)]);
    const again = await visitor.post('/settings/privacy', { csrf: csrfOf(asked.body), intent: 'export' });
    expect(again.status).toBe(403);
  });

  it('of somebody else answers as one that does not exist', async () => {
    const noa = await openMember();
    const { visitor } = await openMember();
    const theirs = await addExport(noa.member.id, 'running');
    const unknown = await visitor.get(`/settings/privacy/export/${crypto.randomUUID()}`);
    const foreign = await visitor.get(`/settings/privacy/export/${theirs}`);
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect((await visitor.get('/settings/privacy/export/nonsense')).status).toBe(404);
    expect((await new Visitor(club.url).get(`/settings/privacy/export/${theirs}`)).location).toBe('/login');
  });

  it('that is not ready leads to the page that says how far it is; one whose time is over is gone', async () => {
    const { member, visitor } = await openMember();
    const running = await addExport(member.id, 'running');
    const early = await visitor.get(`/settings/privacy/export/${running}`);
    expect([early.status, early.location]).toEqual([302, '/settings/privacy']);
    const page = await visitor.follow(early);
    expect(readableText(page)).toContain('40 of 100 entries are in the file.');
    expect(page.body).toContain('value="40"');
    const told = await visitor.get('/settings/privacy/export');
    expect(JSON.parse(told.body)).toMatchObject({ state: 'running', progress: { rows: 40, total: 100 } });
    const other = await openMember();
    const expired = await addExport(other.member.id, 'expired');
    expect((await other.visitor.get(`/settings/privacy/export/${expired}`)).status).toBe(404);
  });

  it('is asked for once at a time and once a day, in words', async () => {
    const { member, visitor } = await openMember();
    const page = await visitor.get('/settings/privacy');
    const id = await addExport(member.id, 'running');
    const during = await visitor.submit(page, 'data-export', { intent: 'export' });
    expect([during.status, readableText(during)]).toEqual([409, expect.stringContaining('already making an export')]);
    await club.db.update(exports).set({ state: 'expired' }).where(eq(exports.id, id));
    const after = await visitor.submit(page, 'data-export', { intent: 'export' });
    expect([after.status, readableText(after)]).toEqual([429, expect.stringContaining('one export every 24 hours')]);
    expect(Number(after.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('a post to the page of privacy', () => {
  it.each([
    [{ intent: 'everything' }, 422],
    [{}, 422],
    [{ intent: 'keep', user_id: '1' }, 422],
    [{ intent: 'give' }, 404],
    [{ csrf: 'forged', intent: 'export' }, 403],
  ])('that says %j is answered %i', async (fields, status) => {
    const { visitor, member } = await openMember();
    const { body } = await visitor.get('/settings/privacy');
    const answer = await visitor.post('/settings/privacy', { csrf: csrfOf(body), ...fields } as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(await club.db.select().from(exports).where(eq(exports.userId, member.id))).toEqual([]);
  });
});

describe('the page that deletes the account', () => {
  it('mails a code first, and keeps neither password nor code in its answer', async () => {
    const { visitor, member } = await openMember();
    const first = await visitor.submit(await visitor.get('/settings/privacy/delete'), 'delete-account');
    expect(first.status).toBe(200);
    const wrong = await visitor.submit(first, 'delete-account', {
      password: 'walnut-lantern-42',
      verification_code: '000000',
    });
    expect([wrong.status, wrong.body.includes('walnut-lantern-42'), wrong.body.includes('000000')]).toEqual([
      422,
      false,
      false,
    ]);
    const [row] = await club.db.select().from(users).where(eq(users.id, member.id));
    expect(row?.deletionDueAt).toBeNull();
  });

  it('says what German law makes the club keep', async () => {
    const { visitor } = await openMember();
    const text = readableText(await visitor.get('/settings/privacy/delete'));
    for (const law of ['§ 257 HGB', '§ 147 AO', '8 years', t('settings:privacy.deletion.export_link')]) {
      expect(text).toContain(law);
    }
  });
});

const csrfOf = (body: string) => /name="csrf" value="([^"]*)"/.exec(body)?.[1] ?? '';
