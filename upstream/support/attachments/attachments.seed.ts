/** Files of the demo club's tickets. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../database/database';
import { supportAttachmentChunks, supportAttachments } from './attachments.tables';

export interface SeedFile {
  name: string;
  text: string;
}

/** Stores a short text of a member and returns its id, for a message in the same transaction. */
export async function seedFile(tx: Tx, userId: number, { name, text }: SeedFile, now: Date): Promise<string> {
  const id = randomUUID();
  const bytes = Buffer.from(text);
  await tx.insert(supportAttachments).values({
    ...{ id, userId, name, type: 'text/plain' as const, state: 'uploading' as const },
    createdAt: now,
  });
  await tx.insert(supportAttachmentChunks).values({ attachmentId: id, number: 0, bytes });
  const ready = { state: 'ready' as const, size: bytes.length };
  await tx.update(supportAttachments).set(ready).where(eq(supportAttachments.id, id));
  return id;
}
