/** What the calls about appointments have in common. */
import type { Context } from 'hono';
import { readLabel } from '../contract/labels';
import type { Env } from '../http/env';
import { NotFound } from '../http/problems';
import { holderOf } from '../members/member-gate';
import { requirePermission } from '../members/permissions';
import type { Viewer } from './show-appointment';

/** @throws Forbidden without the permission */
export function viewerOf(c: Context<Env>): Viewer {
  const holder = holderOf(c);
  requirePermission(holder, 'appointment.view');
  return { userId: holder.id, language: c.get('language'), now: c.get('now') };
}

/**
 * Returns the label, however it was typed.
 * @throws NotFound for text that is no label
 */
export function labelIn({ label }: { label: string }): string {
  const read = readLabel(label, 'AP');
  if (!read) throw new NotFound();
  return read;
}
