import { type LabelPrefix, readLabel } from '../../upstream/contract/labels';
import { problem } from '../platform/request/responses.server';

/** Returns the label in the address, however it was typed. Throws the 404 page if it is not a label. */
export function labelIn(typed: string | undefined, prefix: LabelPrefix): string {
  const label = readLabel(typed ?? '', prefix);
  if (!label) throw problem({ kind: 'not_found' });
  return label;
}
