/** What a ticket may be about: something of the member's own. */
import { readLabel } from '../../contract/labels';
import type { TicketReference } from '../../contract/support-tickets';
import type { Queryable } from '../../database/database';
import { findOwnPlant } from '../../growing/growing';
import type { Language } from '../../http/env';
import { InvalidFields } from '../../http/problems';
import { ownsLabel } from '../../wallet/wallet';
import { textsIn } from './tickets.texts';

const prefixes = { order: 'OR', withdrawal: 'WD', transaction: 'TX' } as const;

/**
 * Returns the reference with its label in canonical form.
 * @throws InvalidFields at `reference` for what is not the member's, exactly as for what does not exist
 */
export async function getReference(
  db: Queryable,
  userId: number,
  { kind, label: typed }: TicketReference,
  language: Language,
): Promise<TicketReference> {
  const label = await (kind === 'plant' ? findOwnPlant(db, userId, typed) : findOwnLabel(db, userId, kind, typed));
  if (label === null) throw new InvalidFields({ reference: [textsIn(language).foreignReference] });
  return { kind, label };
}

async function findOwnLabel(
  db: Queryable,
  userId: number,
  kind: keyof typeof prefixes,
  typed: string,
): Promise<string | null> {
  const label = readLabel(typed, prefixes[kind]);
  return label && (await ownsLabel(db, userId, kind, label)) ? label : null;
}
