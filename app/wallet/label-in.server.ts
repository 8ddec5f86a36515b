import { type LabelPrefix, readLabel } from '../../upstream/contract/labels';
import { problem } from '../platform/responses.server';

/** A label in the address, however it was typed. Throws the 404 page for what is none. */
export function labelIn(typed: string | undefined, prefix: LabelPrefix): string {
  const label = readLabel(typed ?? '', prefix);
  if (!label) throw problem({ kind: 'not_found' });
  return label;
}
