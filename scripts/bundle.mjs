import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.mjs';

/** What runs beside the server: the staff command line, and the checks of a back end and of an installation. */
const programs = { club: 'server/club.ts', conformance: 'server/conformance.ts', doctor: 'server/doctor.ts' };

/**
 * Returns esbuild's options for `server.ts` and the programs. A dynamic import becomes a chunk of its own, so
 * a server with a foreign upstream never loads the embedded one.
 */
export const serverBundle = (outdir, mode) => ({
  absWorkingDir: root,
  entryPoints: { server: 'server.ts', 'fill-demo': 'server/fill-demo.ts', ...programs },
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

/** The same for the programs alone, for a build that is older than the sources. */
export const programsBundle = (outdir, mode) => ({ ...serverBundle(outdir, mode), entryPoints: programs });

/** What other repositories import as `almende/testing`. It is two folders below the project's, as `tests/support` is. */
export const kitBundle = {
  ...serverBundle('build/testing', 'production'),
  entryPoints: { index: 'tests/kit.ts' },
  splitting: false,
  // Playwright turns modules that it requires into CommonJS, and would do so with a file of this package, too.
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.url': 'ownUrl' },
  banner: { js: "const ownUrl = require('node:url').pathToFileURL(__filename).href;" },
};

/** Copies the files that the bundle expects beside it: the database's worker and its migrations. */
export function copyBesideBundle(outdir) {
  cpSync(join(root, 'upstream/database/worker.mjs'), join(root, outdir, 'worker.mjs'));
  cpSync(join(root, 'upstream/database/migrations'), join(root, outdir, 'migrations'), { recursive: true });
}
