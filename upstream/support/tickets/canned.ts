/** Canned answers: texts in the folder `canned` of the configuration, `canned/{en,de}/NAME.txt`. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locateConfig } from '../../config-file';
import type { Language } from '../../http/env';
import { TicketRefused } from './staff-steps';

interface Placeholders {
  firstname: string;
  number: string;
}

/**
 * Returns a canned answer in the member's language, with `{firstname}` and `{number}` filled in.
 * @throws TicketRefused if there is none in this language; the message names those that there are
 */
export async function readCanned(name: string, language: Language, values: Placeholders): Promise<string> {
  const folder = join(locateConfig(process.env, 'canned'), language);
  // The list of files decides, so no name leads out of the folder.
  const names = (await readdir(folder).catch(() => [])).flatMap((file) =>
    file.endsWith('.txt') ? [file.slice(0, -'.txt'.length)] : [],
  );
  if (!names.includes(name)) {
    const known = names.length > 0 ? ` There are: ${names.sort().join(', ')}.` : '';
    throw new TicketRefused(`There is no canned answer “${name}” in ${folder}.${known}`);
  }
  const text = await readFile(join(folder, `${name}.txt`), 'utf8');
  return text.trim().replace(/\{(firstname|number)\}/g, (_, key: keyof Placeholders) => values[key]);
}
