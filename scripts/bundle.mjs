import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.mjs';

/**
 * esbuild's options for `server.ts`. What is imported on demand becomes a chunk of its own beside it, so a server
 * that talks to a foreign upstream never loads the embedded one.
 */
export const serverBundle = (outdir, mode) => ({
  absWorkingDir: root,
  entryPoints: { server: 'server.ts' },
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
  // React chooses its build by NODE_ENV when it is first imported.
  banner: { js: `process.env.NODE_ENV ||= '${mode}';` },
  logLevel: 'warning',
});

/** Files that the bundle looks for beside itself: the database's worker and its migrations. */
export function copyBesideBundle(outdir) {
  cpSync(join(root, 'upstream/database/worker.mjs'), join(root, outdir, 'worker.mjs'));
  cpSync(join(root, 'upstream/database/migrations'), join(root, outdir, 'migrations'), { recursive: true });
}
