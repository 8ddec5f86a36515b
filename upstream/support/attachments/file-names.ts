/** Names of files, made safe to show and to save. They are never used as paths. */
import { longestName } from './attachments.tables';
import type { AttachmentType } from './signature';

/** The first one is given to a file with another ending. */
const endings: Record<AttachmentType, [string, ...string[]]> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'text/plain': ['txt'],
};

/** Line ends, tabs and other controls, marks that turn the direction of writing, and halves of characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu;
/** Windows allows no such characters in names. */
const forbidden = /[:*?"<>|]/g;

/**
 * Returns the name without folders and without what nobody can see, in NFC, with at most 120 characters and an ending
 * of the type. A name of which nothing is left becomes `file`.
 */
export function cleanName(given: string, type: AttachmentType): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const visible = last.replace(unseen, '').normalize('NFC').replace(forbidden, '_').replace(/\s+/g, ' ');
  const [, stem = '', ending = ''] = /^(.*?)(?:\.([^.\s]{1,10}))?$/.exec(trimmed(visible)) ?? [];
  const [usual, ...others] = endings[type];
  const fits = [usual, ...others].includes(ending.toLowerCase()) ? ending : usual;
  return `${shortened(trimmed(stem) || 'file', longestName - fits.length - 1)}.${fits}`;
}

/** A dot at the start hides a file, and one at the end is dropped by Windows. */
const trimmed = (name: string): string => name.replace(/^[.\s]+|[.\s]+$/g, '');

/** The database counts characters, not their halves. A character stays with its marks. */
function shortened(text: string, most: number): string {
  if ([...text].length <= most) return text;
  let short = '';
  let length = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    length += [...segment].length;
    if (length > most) break;
    short += segment;
  }
  return trimmed(short) || 'file';
}
