import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { leanPackages } from './lean-packages.mjs';
import { root } from './process.mjs';

/** What runs beside the server: the staff command line, and the checks of a back end and of an installation. */
const programs = { club: 'server/club.ts', conformance: 'server/conformance.ts', doctor: 'server/doctor.ts' };

/**
 * Packages that stay outside the bundle. Some have native parts or read data files. Tracing tools, such as Sentry's, and
 * tests hook into `pg` by its name.
 */
const unbundled = ['@node-rs/argon2', '@sentry/remix', 'pdfkit', 'pg', 'sharp'];

/** Bundled CommonJS packages expect `require`, `__filename` and `__dirname`. The `$` keeps the imports apart from their names. */
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
 * a server with a foreign upstream never loads the embedded one. The packages are in the bundle: a start does not read
 * their many small files, which saves a third of its CPU time. In development they stay outside, because the server
 * shares them with Vite.
 * @param pages path of the built pages, from the root of the repository
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
    : {
        external: unbundled,
        alias: { '@remix-run/dev/server-build': resolve(root, pages) },
        plugins: [leanPackages],
      }),
  sourcemap: true,
  sourcesContent: false,
  // Bundled packages get the mode here. Those outside read it when they load, so the banner sets it for them.
  define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
  // `globalThis`, because a bundled package declares a function named `process`, which would hide Node's.
  banner: { js: `globalThis.process.env.NODE_ENV ||= '${mode}';${commonJs}` },
  logLevel: 'warning',
  // The built pages repeat imports of packages without side effects. esbuild drops these, and would warn of each.
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
