import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './process.mjs';

/** What runs beside the server: the staff command line, and the checks of a back end and of an installation. */
const programs = { club: 'server/club.ts', conformance: 'server/conformance.ts', doctor: 'server/doctor.ts' };

/**
 * Packages that are not bundled: they have native parts or read files of their own; tools that watch a running server
 * look for `pg`.
 */
const unbundled = [
  '@electric-sql/pglite',
  '@electric-sql/pglite-socket',
  '@node-rs/argon2',
  '@sentry/remix',
  'pdfkit',
  'pg',
  'sharp',
];

/** What Node gives to modules in CommonJS, for packages that are bundled. No package uses these names. */
const commonJs = `
import { createRequire as $createRequire } from 'node:module';
import { dirname as $dirname } from 'node:path';
import { fileURLToPath as $fileURLToPath } from 'node:url';
const require = $createRequire(import.meta.url);
const __filename = $fileURLToPath(import.meta.url);
const __dirname = $dirname(__filename);
`;

/**
 * Returns esbuild's options for `server.ts` and the programs. A dynamic import becomes a chunk of its own, so
 * a server with a foreign upstream never loads the embedded one. The packages are in the bundle, because reading some
 * thousand small files takes most of the time of a start. A server in development shares them with Vite.
 * @param pages the built pages that the server shows
 */
export const serverBundle = (outdir, mode, pages = 'build/server/index.js') => ({
  absWorkingDir: root,
  entryPoints: { server: 'server.ts', 'fill-demo': 'server/fill-demo.ts', ...programs },
  outdir,
  bundle: true,
  splitting: true,
  chunkNames: 'server-[name]-[hash]',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  ...(mode === 'development'
    ? { packages: 'external' }
    : { external: unbundled, alias: { '@remix-run/dev/server-build': resolve(root, pages) } }),
  sourcemap: true,
  sourcesContent: false,
  // Bundled packages are made for this mode. Others, such as those of Sentry, look at it when they load.
  define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
  // A bundled package has a function named `process`.
  banner: { js: `globalThis.process.env.NODE_ENV ||= '${mode}';${commonJs}` },
  logLevel: 'warning',
  // The built pages import some packages only for effects which these do not have.
  logOverride: { 'ignored-bare-import': 'silent' },
});

/** The same for the programs alone, for a build that is older than the sources. */
export const programsBundle = (outdir, mode) => ({ ...serverBundle(outdir, mode), entryPoints: programs });

/** What other repositories import as `almende/testing`. It is two folders below the project's, as `tests/support` is. */
export const kitBundle = {
  ...serverBundle('build/testing', 'production'),
  entryPoints: { index: 'tests/kit.ts' },
  splitting: false,
  packages: 'external',
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
