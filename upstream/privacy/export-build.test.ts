import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres } from '../database/database.testing';
import type { ExportPart, PersonalData } from '../database/personal-data';
import { notifications } from '../notifications/notifications.tables';
import { exportChunks, exports } from './privacy.tables';
import { openPrivacyClub, type PrivacyClub, unzip } from './privacy.testing';

const perPage = 500;

/** Returns a kind of data with incompressible rows, and calls `onPage` before each page. */
function numbers(count: number, onPage: (page: number) => Promise<void> | void = () => {}): PersonalData {
  const part: ExportPart = {
    name: 'numbers',
    description: { en: 'Numbers', de: 'Zahlen' },
    fields: ['number', 'text'],
    columns: [],
    count: async () => count,
    async rows(_, __, after, limit) {
      const first = after === null ? 0 : Number(after) + 1;
      await onPage(first / perPage);
      const ends = Math.min(count, first + limit);
      return Array.from({ length: Math.max(0, ends - first) }, (_, at) => {
        const number = first + at;
        return {
          key: number,
          row: {
            number,
            text: upTo(8)
              .map(() => crypto.randomUUID())
              .join(),
          },
        };
      });
    },
  };
  return { exports: [part], deletes: [] };
}

/** Opens a club whose member has requested an export of `data`. No worker builds it yet. */
async function openAsked(open: Parameters<typeof openPrivacyClub>[0], data: PersonalData) {
  const club = await openPrivacyClub(open, { data: [data], worked: false });
  const { id: userId } = await club.addMember();
  const token = await club.bearer();
  const { id } = (await club.call('POST', '/user/export', { token })).body;
  const state = async () => (await club.call('GET', '/user/export', { token })).body;
  const numbersIn = async () => {
    const files = unzip(await (await club.file(token, id)).arrayBuffer());
    return JSON.parse(files['numbers.json'] ?? '').map(({ number }: { number: number }) => number);
  };
  return { club, userId, token, id, state, numbersIn };
}

const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);
const readyMails = async (club: PrivacyClub) =>
  (await club.mails()).filter(({ subject }) => subject === 'Your data export is ready').length;

describeOnEachDatabase('the making of an export', (open) => {
  it('writes chunks of at most 256 KB, and says how far it is', async () => {
    const seen: unknown[] = [];
    const data = numbers(3000, async (page) => {
      if (page === 5) seen.push((await state()).progress, (await state()).state);
    });
    const { club, id, state, numbersIn } = await openAsked(open, data);
    await club.build(id);
    // Each row is read for two files, and counts half for each.
    expect(seen).toEqual([{ rows: 1250, total: 3000 }, 'running', { rows: 2500, total: 3000 }, 'running']);
    const chunks = await club.db.select().from(exportChunks).orderBy(asc(exportChunks.number));
    expect(chunks.map(({ number }) => number)).toEqual(upTo(chunks.length));
    expect(chunks.length).toBeGreaterThan(2);
    expect(Math.max(...chunks.map(({ bytes }) => bytes.byteLength))).toBeLessThanOrEqual(262_144);
    expect(await numbersIn()).toEqual(upTo(3000));
  });

  it('starts anew after a crash in the middle, and nothing of the first attempt is served', async () => {
    let isBroken = true;
    const data = numbers(6000, (page) => {
      if (isBroken && page === 11) throw new Error('the process ended');
    });
    const { club, id, token, state, numbersIn } = await openAsked(open, data);
    await expect(club.build(id)).rejects.toThrow('the process ended');
    expect((await state()).state).toBe('running');
    expect((await club.file(token, id)).status).toBe(409);
    const [left] = await club.db.select().from(exportChunks);
    expect(left?.attempt).toBe(1);
    isBroken = false;
    await club.build(id);
    expect(await numbersIn()).toEqual(upTo(6000));
    expect(await club.db.$count(exportChunks, eq(exportChunks.attempt, 1))).toBe(0);
    await club.build(id);
    expect(await readyMails(club)).toBe(1);
  });

  it('leaves an attempt without effect that another one has overtaken', async () => {
    let release = () => {};
    let stall = true;
    const stalled = new Promise<void>((resolve) => (release = resolve));
    let reached = () => {};
    const half = new Promise<void>((resolve) => (reached = resolve));
    const data = numbers(6000, async (page) => {
      if (!stall || page !== 9) return;
      stall = false;
      reached();
      await stalled;
    });
    const { club, id, numbersIn } = await openAsked(open, data);
    const first = club.build(id);
    await half;
    await club.build(id);
    release();
    await first;
    expect(await numbersIn()).toEqual(upTo(6000));
    expect(await readyMails(club)).toBe(1);
    expect(await club.db.$count(notifications, eq(notifications.type, 'security.export_ready'))).toBe(1);
    expect(await club.db.$count(auditLog, eq(auditLog.action, 'export.ready'))).toBe(1);
  });

  it('is given up after the third failure, and may then be asked for at once', async () => {
    const data = numbers(10, () => {
      throw new Error('broken');
    });
    const { club, id, token, state } = await openAsked(open, data);
    await expect(club.build(id)).rejects.toThrow('broken');
    await expect(club.build(id)).rejects.toThrow('broken');
    await club.build(id);
    expect(await state()).toMatchObject({ state: 'failed', next_request_at: null });
    expect(await club.db.$count(exportChunks)).toBe(0);
    expect(await club.db.$count(notifications, eq(notifications.type, 'security.export_failed'))).toBe(1);
    expect((await club.call('POST', '/user/export', { token })).status).toBe(202);
  });

  it('ends a download with an error, never as if it were whole, when its file goes meanwhile', async () => {
    const { club, id, token } = await openAsked(open, numbers(6000));
    await club.build(id);
    const reader = (await club.file(token, id)).body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBe(262_144);
    await club.db.delete(exportChunks);
    await expect(reader?.read()).rejects.toThrow('went while it was read');
  });
});

describeOnPostgres('exports at once', (open) => {
  it('are one, however many are asked for together', async () => {
    const club = await openPrivacyClub(open, { worked: false });
    await club.addMember();
    const token = await club.bearer();
    const answers = await Promise.all(Array.from({ length: 8 }, () => club.call('POST', '/user/export', { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(7).fill(409)]);
    expect(await club.db.$count(exports)).toBe(1);
  });

  it('of two processes that make the same one, one file is served, and one mail sent', async () => {
    const { club, id, numbersIn, state } = await openAsked(open, numbers(6000));
    await Promise.all([club.build(id), club.build(id), club.build(id)]);
    expect((await state()).state).toBe('ready');
    expect(await numbersIn()).toEqual(upTo(6000));
    expect(await readyMails(club)).toBe(1);
    const chunks = await club.db.selectDistinct({ attempt: exportChunks.attempt }).from(exportChunks);
    expect(chunks).toHaveLength(1);
  });
});
