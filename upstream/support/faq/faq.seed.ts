/** The questions and answers of the demo club. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configFolder } from '../../config-file';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { supportFaq } from './faq.tables';
import { importFaq } from './import-faq';
import { readFaqFolder } from './read-folder';

/**
 * Imports `config/faq`, if it is there. Does nothing when there is any entry, so that an import of staff stands.
 * @throws BadFaqFolder
 */
export async function seedFaq({ db }: Pick<Deps, 'db'>, now: Date, folder = demoFolder()): Promise<void> {
  if (!existsSync(folder) || (await db.$count(supportFaq)) > 0) return;
  const drafts = await readFaqFolder(folder);
  await transaction(db, (tx) => importFaq(tx, drafts, now));
}

const demoFolder = (): string => join(configFolder(process.env), 'faq');
