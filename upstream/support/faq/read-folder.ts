/** Reads a folder of questions and answers: `de/NN-slug.md` and `en/NN-slug.md`. */
import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BadFile } from '../../club/front-matter';
import { type FaqDraft, parseFaqFile } from './faq-file';

const languages = ['de', 'en'] as const;
const fileName = /^\d{2,4}-[a-z0-9-]+\.md$/;
const mostBytes = 64 * 1024;
/** More would fill the screen; they have the same cause. */
const mostFaults = 20;

/** The folder cannot be imported. The message has a line for each fault, with its file and line. */
export class BadFaqFolder extends Error {
  override name = 'BadFaqFolder';
}

interface Read {
  /** Its name within the folder. */
  file: string;
  draft: FaqDraft;
}

/** Returns the entries of all files, by language and name. @throws BadFaqFolder */
export async function readFaqFolder(folder: string): Promise<FaqDraft[]> {
  const faults: string[] = [];
  const found: Read[] = [];
  for (const language of languages) {
    for (const entry of await listFolder(folder, language)) {
      const file = `${language}/${entry.name}`;
      try {
        found.push({ file, draft: parseFaqFile(await readText(join(folder, file), entry), language) });
      } catch (error) {
        if (!(error instanceof BadFile)) throw error;
        faults.push(`${file}, line ${error.line}: ${error.message}`);
      }
    }
  }
  faults.push(...findContradictions(found));
  if (faults.length > mostFaults) faults.splice(mostFaults, faults.length, 'and more');
  if (faults.length > 0) throw new BadFaqFolder(faults.join('\n'));
  // It is more likely that the folder is the wrong one than that all answers are to be withdrawn.
  if (found.length === 0) throw new BadFaqFolder(`${folder} holds no question.`);
  return found.map(({ draft }) => draft);
}

async function listFolder(folder: string, language: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(join(folder, language), { withFileTypes: true });
    return entries.filter(({ name }) => !name.startsWith('.')).sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BadFaqFolder(`${join(folder, language)} is no folder that can be read (${code}).`);
  }
}

async function readText(path: string, entry: Dirent): Promise<string> {
  if (!entry.isFile() || !fileName.test(entry.name))
    throw new BadFile(1, 'a file here has a name such as 03-reset-password.md');
  if ((await stat(path)).size > mostBytes) throw new BadFile(1, 'the file has more than 64 KB');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new BadFile(1, 'the file is not in UTF-8');
  }
}

/** An id is there once in a language, and has one topic and one position in both. */
function findContradictions(found: Read[]): string[] {
  const first = new Map<string, Read>();
  return found.flatMap(({ file, draft }) => {
    const { slug, language, category, position } = draft;
    const earlier = first.get(slug);
    const twice = found.find((other) => other.draft.slug === slug && other.draft.language === language);
    if (twice && twice.file !== file) return [`${file}, line 1: the id ${slug} is that of ${twice.file}`];
    if (!earlier) {
      first.set(slug, { file, draft });
      return [];
    }
    const differs =
      earlier.draft.category !== category ? 'category' : earlier.draft.position !== position ? 'position' : '';
    return differs ? [`${file}, line 1: the ${differs} of ${slug} is another one in ${earlier.file}`] : [];
  });
}
