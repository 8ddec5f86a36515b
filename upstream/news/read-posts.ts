/** Reads the files of posts that staff hand in, with the pictures beside them. */
import { dirname, join } from 'node:path';
import { CommandFailed } from '../club/command';
import { BadFile } from '../club/front-matter';
import { readInput } from '../club/input-file';
import type { Database } from '../database/database';
import { mostBytes, NotAPhoto } from '../pictures/pictures';
import { type MadePicture, makePicture } from './pictures-of-posts';
import { type PostDraft, parsePostFile } from './post-file';

export interface ReadPost {
  draft: PostDraft;
  picture: MadePicture | null;
}

const longestFile = 1024 * 1024;

/** Reads all of them before anything is written. @throws CommandFailed with the file and the line */
export async function readPosts(db: Database, paths: readonly string[]): Promise<ReadPost[]> {
  const read: ReadPost[] = [];
  for (const path of paths) {
    const draft = await readDraft(path);
    const { slug, language, image } = draft;
    if (read.some((one) => one.draft.slug === slug && one.draft.language === language))
      throw new CommandFailed(`${path}, line 1: ${language}/${slug} is in another file too.`);
    read.push({ draft, picture: image === null ? null : await readPicture(db, join(dirname(path), image)) });
  }
  return read;
}

async function readDraft(path: string): Promise<PostDraft> {
  const bytes = await readInput(path, longestFile);
  try {
    return parsePostFile(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof BadFile) throw new CommandFailed(`${path}, line ${error.line}: ${error.message}.`);
    if (error instanceof TypeError) throw new CommandFailed(`${path} is not in UTF-8.`);
    throw error;
  }
}

async function readPicture(db: Database, path: string): Promise<MadePicture> {
  const original = await readInput(path, mostBytes);
  return makePicture(db, original).catch((error: unknown) => {
    throw error instanceof NotAPhoto ? new CommandFailed(`${path} ${error.message}`) : error;
  });
}
