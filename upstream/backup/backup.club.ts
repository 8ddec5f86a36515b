/** Backup and restore of the whole club. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { auditStaff, CommandFailed, defineCommand } from '../club/command';
import { newestSchema } from '../database/migrate';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { purposeKeys } from '../keys';
import { BrokenArchive, type Header } from './archive';
import { writeArchive } from './dump';
import { loadArchive } from './load';

const holds = [
  'It holds everything of every member, so keep it as safe as the club itself. Only you can read the file.',
  'It does not hold SESSION_SECRET (or DATA_DIR/session-secret): keep that too, in another place. Without it',
  'two-factor sign-in and the signed heads of the log cannot be read.',
];

/** `backup FILE`: writes a snapshot of the club to a file. */
export const backup = defineCommand({
  name: 'backup',
  summary: 'Write the whole club into a file',
  positionals: ['file'],
  proof: 'optional',
  path: 'file',
  options: {},
  details: [
    'FILE must not be there yet. It is the same for both databases, so a club can move from one to the other.',
    ...holds,
    'With PostgreSQL members can go on meanwhile; with the embedded database they wait, mostly for a second.',
  ].join('\n'),
  given: z.strictObject({ file: z.string() }),
  run: async (deps, { file }, now, actor) => {
    const header: Header = {
      almende: 'backup',
      format: 1,
      schema: newestSchema(),
      made_at: now.toISOString(),
      keys: keyDigests(deps),
    };
    const counts = await writeArchive(deps.db, file, header).catch((error: unknown) => {
      throw inWords(error, file);
    });
    await transaction(deps.db, (tx) => auditStaff(tx, now, { actor, action: 'club.backed_up', detail: counts }));
    return {
      lines: [`Wrote ${counts.rows} rows of ${counts.tables} tables to ${file}, ${counts.bytes} bytes.`, ...holds],
      data: { file, ...counts },
    };
  },
});

/** `restore FILE`: replaces the current data with a backup. */
export const restore = defineCommand({
  name: 'restore',
  summary: 'Replace the club that is here with a backup',
  positionals: ['file'],
  proof: 'optional',
  path: 'file',
  alone: true,
  options: {
    force: { summary: 'also where there are members; they and all their data are replaced' },
    'another-secret': { summary: 'also where SESSION_SECRET is not the one of the backup; some data is lost by that' },
  },
  details: [
    'Stop the server first. The whole backup is restored or nothing. Then ledger verify checks it.',
    'The backup must be of this version of the club: restore an older one with its own version, then update.',
  ].join('\n'),
  given: z.strictObject({
    file: z.string(),
    force: z.boolean().default(false),
    'another-secret': z.boolean().default(false),
  }),
  run: async (deps, { file, force, 'another-secret': anotherSecret }, now, actor) => {
    let madeAt = '';
    const counts = await loadArchive(deps.db, file, {
      approve: (header) => {
        madeAt = header.made_at;
        if (header.schema !== newestSchema())
          throw new CommandFailed('The backup is of another version of the club; nothing was changed.');
        if (!anotherSecret && !keyDigests(deps).some((digest) => header.keys.includes(digest)))
          throw new CommandFailed(
            'The backup was made with another SESSION_SECRET. Set that one; or accept with --another-secret that\n' +
              'nobody’s two-factor sign-in works and the signed heads of the log are not the club’s. Nothing was changed.',
          );
      },
      replace: (members) => {
        if (members > 0 && !force)
          throw new CommandFailed(
            `There are ${members} members here. --force would replace them. Nothing was changed.`,
          );
      },
      after: (tx, detail) =>
        auditStaff(tx, now, { actor, action: 'club.restored', detail: { ...detail, made_at: madeAt } }),
    }).catch((error: unknown) => {
      throw inWords(error, file);
    });
    return {
      lines: [`Restored ${counts.rows} rows of ${counts.tables} tables, as they were at ${madeAt}.`],
      data: { made_at: madeAt, ...counts },
    };
  },
});

/** Returns digests that differ for different secrets and reveal nothing about them. */
const keyDigests = ({ config }: Pick<Deps, 'config'>): string[] =>
  purposeKeys(config.secrets, 'backup').map((key) => createHash('sha256').update(key).digest('hex').slice(0, 16));

function inWords(error: unknown, file: string): unknown {
  if (error instanceof BrokenArchive) return new CommandFailed(`${error.message} Nothing was changed.`);
  const code = error instanceof Error && 'syscall' in error && 'code' in error ? error.code : null;
  if (code === 'EEXIST') return new CommandFailed(`There is a file ${file} already.`);
  if (code === 'ENOENT') return new CommandFailed(`There is no file ${file}, or no such folder.`);
  return code === null ? error : new CommandFailed(`${file} cannot be used (${code}).`);
}
