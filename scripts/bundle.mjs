import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.mjs';

/**
 * Returns esbuild's options for `server.ts` and the staff command line. A dynamic import becomes a chunk of its own, so
 * a server with a foreign upstream never loads the embedded one.
 */
export const serverBundle = (outdir, mode) => ({
  absWorkingDir: root,
  entryPoints: { server: 'server.ts', club: 'server/club.ts' },
  outdir,
  bundle: true,
  splitting: true,
  chunkNames: 'server-[name]-[hash]',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  sourcemap: true,
  sourcesContent: false,
  // React chooses its build by NODE_ENV at its first import.
  banner: { js: `process.env.NODE_ENV ||= '${mode}';` },
  logLevel: 'warning',
});

/** The same for the staff command line alone, for a build that is older than the sources. */
export const clubBundle = (outdir, mode) => ({
  ...serverBundle(outdir, mode),
  entryPoints: { club: 'server/club.ts' },
});

/** Copies the files that the bundle expects beside it: the database's worker and its migrations. */
export function copyBesideBundle(outdir) {
  cpSync(join(root, 'upstream/database/worker.mjs'), join(root, outdir, 'worker.mjs'));
  cpSync(join(root, 'upstream/database/migrations'), join(root, outdir, 'migrations'), { recursive: true });
}
