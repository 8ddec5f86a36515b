/** The job that builds a member's export, chunk by chunk, so that neither its size nor a crash matters. */
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { writeAudit } from '../database/audit';
import type { Tx } from '../database/database';
import { describeFailure } from '../database/failures';
import type { PersonalData } from '../database/personal-data';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { sendMail } from '../mail/mail';
import { users } from '../members/members.tables';
import { createNotification } from '../notifications/notifications';
import { readmeOf } from './export-readme';
import { zipExport } from './export-zip';
import { endOthers } from './exports';
import { exportReadyMail } from './privacy.mails';
import { exportFailedNotice, exportReadyNotice } from './privacy.notices';
import { chunkBytes, exportChunks, exports } from './privacy.tables';

type User = typeof users.$inferSelect;

/** An attempt to build an export. */
interface Attempt {
  id: string;
  userId: number;
  attempt: number;
}

const maxAttempts = 3;
const goodForMs = 7 * 24 * 60 * 60_000;
/** Rows between two updates of the progress. */
const noteEvery = 2500;

/**
 * Builds the export. A newer attempt starts again and stops this one. A failure is thrown so that the job is retried;
 * the third failure is recorded as final. Does nothing if the export is already built or was deleted with its member.
 */
export async function buildExport(
  deps: Deps,
  data: readonly PersonalData[],
  exportId: string,
  now: Date,
): Promise<void> {
  const claim = await claimExport(deps, exportId, now);
  if (!claim) return;
  try {
    await writeFile(
      deps,
      claim,
      data.flatMap((of) => of.exports),
      now,
    );
  } catch (error) {
    if (error instanceof Superseded) return;
    deps.log.error({ export: exportId, attempt: claim.attempt, ...describeFailure(error) }, 'an export failed');
    if (claim.attempt < maxAttempts) throw error;
    await giveUp(deps, claim, now);
  }
}

/** A newer attempt has taken over, or the member is deleted. */
class Superseded extends Error {}

async function claimExport(deps: Deps, id: string, now: Date): Promise<Attempt | null> {
  const [claim] = await deps.db
    .update(exports)
    .set({ state: 'running', attempt: sql`${exports.attempt} + 1`, rowsDone: 0, rowsTotal: null })
    .where(and(eq(exports.id, id), inArray(exports.state, ['waiting', 'running'])))
    .returning({ id: exports.id, userId: exports.userId, attempt: exports.attempt });
  if (!claim) return null;
  if (claim.attempt <= maxAttempts) return claim;
  await giveUp(deps, claim, now);
  return null;
}

const isOwn = ({ id, attempt }: Attempt) =>
  and(eq(exports.id, id), eq(exports.attempt, attempt), eq(exports.state, 'running'));

async function writeFile(deps: Deps, claim: Attempt, parts: PersonalData['exports'], now: Date): Promise<void> {
  const { db } = deps;
  const { userId } = claim;
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new Superseded();
  const counts: number[] = [];
  for (const part of parts) counts.push(await part.count(db, userId));
  const total = counts.reduce((sum, count) => sum + count, 0);
  await note(deps, claim, { rowsTotal: total });

  let read = 0;
  let noted = 0;
  const onRows = async (rows: number) => {
    read += rows;
    if (read - noted < noteEvery) return;
    noted = read;
    // Rows may have been added since the count.
    await note(deps, claim, { rowsDone: Math.min(Math.floor(read / 2), total) });
  };
  const readme = readmeOf(user, parts, deps.config.productName, now);
  const zip = zipExport({ db, userId, parts, readme, now, onRows });
  const size = await storeChunks(deps, claim, zip);
  await finish(deps, claim, user, { size, rowsDone: total }, now);
}

async function note(
  { db }: Deps,
  claim: Attempt,
  progress: { rowsTotal: number } | { rowsDone: number },
): Promise<void> {
  const noted = await db.update(exports).set(progress).where(isOwn(claim)).returning({ id: exports.id });
  if (noted.length === 0) throw new Superseded();
}

/** Writes the bytes in chunks of one size. Resolves to the total size. */
async function storeChunks({ db }: Deps, { id, attempt }: Attempt, bytes: AsyncIterable<Buffer>): Promise<number> {
  let number = 0;
  let size = 0;
  let held: Buffer[] = [];
  let heldBytes = 0;
  const store = async (chunk: Buffer) => {
    await db.insert(exportChunks).values({ exportId: id, attempt, number, bytes: chunk });
    number += 1;
    size += chunk.byteLength;
  };
  for await (const part of bytes) {
    held.push(part);
    heldBytes += part.byteLength;
    while (heldBytes >= chunkBytes) {
      const all = Buffer.concat(held);
      await store(all.subarray(0, chunkBytes));
      held = [all.subarray(chunkBytes)];
      heldBytes -= chunkBytes;
    }
  }
  if (heldBytes > 0) await store(Buffer.concat(held));
  return size;
}

/** Marks the export as ready and notifies the member in one transaction. Only the current attempt gets here. */
async function finish(
  deps: Deps,
  claim: Attempt,
  user: User,
  made: { size: number; rowsDone: number },
  now: Date,
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const expiresAt = new Date(now.getTime() + goodForMs);
    const ready = await tx
      .update(exports)
      .set({ ...made, state: 'ready', madeAt: now, expiresAt })
      .where(isOwn(claim))
      .returning({ id: exports.id });
    if (ready.length === 0) throw new Superseded();
    await dropOtherAttempts(tx, claim);
    await endOthers(tx, claim, now);
    const detail = { id: claim.id, bytes: made.size, rows: made.rowsDone };
    await writeAudit(tx, now, { action: 'export.ready', actorId: null, userId: user.id, detail });
    await createNotification({ ...deps, db: tx }, exportReadyNotice(user.id, now));
    // Only to a verified address, because another one may be a stranger's.
    if (!user.emailVerifiedAt) return;
    await sendMail(tx, deps, {
      to: user.email,
      language: user.language,
      template: exportReadyMail,
      data: { firstname: user.firstname, url: `${deps.config.publicUrl}/settings/privacy`, until: expiresAt },
    });
  });
}

async function giveUp(deps: Deps, claim: Attempt, now: Date): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const failed = await tx.update(exports).set({ state: 'failed' }).where(isOwn(claim)).returning({ id: exports.id });
    if (failed.length === 0) return;
    await tx.delete(exportChunks).where(eq(exportChunks.exportId, claim.id));
    const detail = { id: claim.id };
    await writeAudit(tx, now, { action: 'export.failed', actorId: null, userId: claim.userId, detail });
    await createNotification({ ...deps, db: tx }, exportFailedNotice(claim.userId, now));
  });
}

const dropOtherAttempts = (tx: Tx, { id, attempt }: Attempt) =>
  tx.delete(exportChunks).where(and(eq(exportChunks.exportId, id), ne(exportChunks.attempt, attempt)));
