import { randomBytes } from 'node:crypto';
import { type LabelPrefix, labelOf } from '../contract/labels';

/** A new label; 2^40 of them exist, and the column that it goes into is unique. */
export const newLabel = (prefix: LabelPrefix): string => labelOf(prefix, [...randomBytes(8)]);
