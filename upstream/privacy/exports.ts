/** A member's exports: request, progress and file. Rules: docs/product/settings.md#privacy. */
import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, ne } from 'drizzle-orm';
import { writeAudit } from '../database/audit';
import type { Database, Queryable } from '../database/database';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { Conflict, HttpProblem, NotFound } from '../http/problems';
import type { Caller } from '../members/caller';
import { users } from '../members/members.tables';
import { exportChunks, exports } from './privacy.tables';
import { textsIn } from './privacy.texts';

type ExportRow = typeof exports.$inferSelect;

const dayMs = 24 * 60 * 60_000;

/**
 * Requests an export, which is built in the background.
 * @throws Conflict `export_running` while one is being built; 429 within 24 hours after one that did not fail
 */
export async function requestExport(deps: Deps, userId: number, caller: Caller) {
  const { now, ip, requestId } = caller;
  return transaction(deps.db, async (tx) => {
    // Of two concurrent requests, the second one sees what the first one wrote.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    const last = await findLatest(tx, userId);
    refuseTooMany(last, caller);
    const [row] = await tx
      .insert(exports)
      .values({ id: randomUUID(), userId, state: 'waiting', requestedAt: now })
      .returning();
    if (!row) throw new Error('The export was not written');
    const about = { actorId: userId, userId, ip, requestId, detail: { id: row.id } };
    await writeAudit(tx, now, { action: 'export.requested', ...about });
    await deps.jobs.enqueue(tx, 'export', { exportId: row.id });
    return showExport(row, now);
  });
}

function refuseTooMany(last: ExportRow | null, { now, language }: Caller): void {
  if (last && ['waiting', 'running'].includes(last.state)) {
    throw new Conflict('export_running', textsIn(language).exportRunning);
  }
  const next = last && nextRequestAt(last, now);
  if (!next) return;
  const text = textsIn(language).exportOnceADay;
  const seconds = String(Math.ceil((next.getTime() - now.getTime()) / 1000));
  throw new HttpProblem(429, text, { errors: { export: [text] } }, { 'Retry-After': seconds });
}

/** Returns when another export may be requested, or null. A failed one does not count: the member did not cause it. */
function nextRequestAt(last: ExportRow, now: Date): Date | null {
  const next = new Date(last.requestedAt.getTime() + dayMs);
  return last.state !== 'failed' && next > now ? next : null;
}

/** Returns the state of the member's latest export, in the shape of the contract. */
export async function getExport(db: Database, userId: number, now: Date) {
  return showExport(await findLatest(db, userId), now);
}

async function findLatest(db: Queryable, userId: number): Promise<ExportRow | null> {
  const [row] = await db
    .select()
    .from(exports)
    .where(eq(exports.userId, userId))
    .orderBy(desc(exports.requestedAt))
    .limit(1);
  return row ?? null;
}

function showExport(row: ExportRow | null, now: Date) {
  const isOver = row?.state === 'ready' && row.expiresAt !== null && row.expiresAt <= now;
  return {
    id: row?.id ?? null,
    state: isOver ? ('expired' as const) : (row?.state ?? ('none' as const)),
    progress: row && row.rowsTotal !== null ? { rows: row.rowsDone, total: row.rowsTotal } : null,
    requested_at: row?.requestedAt.toISOString() ?? null,
    made_at: row?.madeAt?.toISOString() ?? null,
    size: row?.size ?? null,
    good_until: row?.expiresAt?.toISOString() ?? null,
    next_request_at: (row && nextRequestAt(row, now)?.toISOString()) ?? null,
  };
}

export interface ExportFile {
  /** Bytes. */
  size: number;
  madeAt: Date;
  /** Reads one chunk at a time, when the reader is ready for it. */
  stream: ReadableStream<Uint8Array>;
}

/**
 * Opens the file of a member's own export. The download is recorded in the audit log.
 * @throws NotFound for exports of others and for expired ones
 * @throws Conflict `export_not_ready` while it is being built
 */
export async function openExportFile(db: Database, userId: number, id: string, caller: Caller): Promise<ExportFile> {
  const { now, ip, requestId, language } = caller;
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  const own = isUuid ? and(eq(exports.id, id), eq(exports.userId, userId)) : undefined;
  const [row] = own ? await db.select().from(exports).where(own) : [];
  if (row && ['waiting', 'running'].includes(row.state)) {
    throw new Conflict('export_not_ready', textsIn(language).exportNotReady);
  }
  if (row?.state !== 'ready' || !row.size || !row.madeAt || !row.expiresAt || row.expiresAt <= now)
    throw new NotFound();
  const about = { actorId: userId, userId, ip, requestId, detail: { id: row.id } };
  await transaction(db, (tx) => writeAudit(tx, now, { action: 'export.downloaded', ...about }));
  return { size: row.size, madeAt: row.madeAt, stream: streamChunks(db, row) };
}

/** Streams the file. An incomplete file ends with an error, so that nobody mistakes a part for the whole. */
function streamChunks(db: Database, { id, attempt, size }: ExportRow): ReadableStream<Uint8Array> {
  let number = 0;
  let sent = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        const [chunk] = await db
          .select({ bytes: exportChunks.bytes })
          .from(exportChunks)
          .where(
            and(eq(exportChunks.exportId, id), eq(exportChunks.attempt, attempt), eq(exportChunks.number, number)),
          );
        if (!chunk) return controller.error(new Error('The file of an export went while it was read'));
        number += 1;
        sent += chunk.bytes.byteLength;
        controller.enqueue(new Uint8Array(chunk.bytes));
        if (sent === size) controller.close();
      },
    },
    // No reading ahead.
    { highWaterMark: 0 },
  );
}

/** Expires the member's other files, because the newest one contains all their data. */
export async function endOthers(tx: Queryable, row: Pick<ExportRow, 'id' | 'userId'>, now: Date): Promise<void> {
  const isOther = and(eq(exports.userId, row.userId), ne(exports.id, row.id));
  await tx
    .update(exports)
    .set({ expiresAt: now })
    .where(and(isOther, eq(exports.state, 'ready'), gt(exports.expiresAt, now)));
}
