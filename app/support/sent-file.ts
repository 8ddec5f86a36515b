/** Files of a form that arrived before the message was sent. The form names them in hidden fields. */
import type { Language } from '../ui/numbers';

export interface SentFile {
  id: string;
  name: string;
}

/** For the browser; the server decides (docs/product/support.md#attachments). */
export const ACCEPTED = '.pdf,.jpg,.jpeg,.png,.webp,.txt';
export const MOST_FILES = 5;

const NO_BREAK_SPACE = '\u00a0';

/** Returns the size in kB or MB of 1000 bytes, with one decimal below 10 MB. */
export function formatSize(bytes: number, language: Language): string {
  if (bytes < 999_500) return `${Math.max(1, Math.round(bytes / 1000))}${NO_BREAK_SPACE}kB`;
  const megabytes = (bytes / 1_000_000).toFixed(1);
  return `${language === 'de' ? megabytes.replace('.', ',') : megabytes}${NO_BREAK_SPACE}MB`;
}

export const fileWords = ({ name, size }: { name: string; size: number }, language: Language): string =>
  `${name}, ${formatSize(size, language)}`;
