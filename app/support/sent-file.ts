/** Files of a form that arrived before the message was sent. The form names them in hidden fields. */
import type { Language } from '../ui/numbers';

export interface SentFile {
  id: string;
  name: string;
}

/** For the browser; the server decides (docs/product/support.md#attachments). */
export const ACCEPTED = '.pdf,.jpg,.jpeg,.png,.webp,.txt';
const MOST_FILES = 5;
const LARGEST = 10 * 1024 * 1024;
const MOST_BYTES = 25 * 1024 * 1024;

/**
 * Returns the chosen files that a message has room for, and why the others are left out. The server refuses those as
 * well, but on a slow line only after minutes.
 * @param sizes of the files that the message has
 */
export function fittingFiles<F extends { name: string; size: number }>(chosen: F[], sizes: number[]) {
  const fitting: F[] = [];
  const faults: { fault: 'most' | 'too_large' | 'too_much'; name: string }[] = [];
  let together = sizes.reduce((sum, size) => sum + size, 0);
  for (const file of chosen) {
    const fault =
      file.size > LARGEST
        ? 'too_large'
        : sizes.length + fitting.length >= MOST_FILES
          ? 'most'
          : together + file.size > MOST_BYTES
            ? 'too_much'
            : null;
    if (fault) faults.push({ fault, name: file.name });
    else {
      fitting.push(file);
      together += file.size;
    }
  }
  return { fitting, faults };
}

const NO_BREAK_SPACE = '\u00a0';

/** Returns the size in kB or MB of 1000 bytes, with one decimal below 10 MB. */
export function formatSize(bytes: number, language: Language): string {
  if (bytes < 999_500) return `${Math.max(1, Math.round(bytes / 1000))}${NO_BREAK_SPACE}kB`;
  const megabytes = (bytes / 1_000_000).toFixed(1);
  return `${language === 'de' ? megabytes.replace('.', ',') : megabytes}${NO_BREAK_SPACE}MB`;
}

export const fileWords = ({ name, size }: { name: string; size: number }, language: Language): string =>
  `${name}, ${formatSize(size, language)}`;
