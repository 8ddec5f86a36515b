import { randomBytes } from 'node:crypto';
import { type LabelPrefix, labelOf } from '../contract/labels';

/** Returns a random label, one of 2^40. The unique constraint of its column refuses a duplicate. */
export const newLabel = (prefix: LabelPrefix): string => labelOf(prefix, [...randomBytes(8)]);
