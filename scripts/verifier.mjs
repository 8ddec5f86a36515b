import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.mjs';

const folder = join(root, 'app/wallet/verifier');

/** Builds `/log/verifier.html`, which checks receipts. It is one readable file that loads nothing else. */
export async function bundleVerifier() {
  const esbuild = await import('esbuild');
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [join(folder, 'page.ts')],
    bundle: true,
    format: 'iife',
    target: 'es2020',
    charset: 'utf8',
    write: false,
    logLevel: 'warning',
  });
  const script = `\n${outputFiles[0].text.replaceAll('</', '<\\/')}`;
  const style = `\n${readFileSync(join(folder, 'verifier.css'), 'utf8')}`;
  const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; connect-src 'none'; base-uri 'none'; form-action 'none'`;
  return readFileSync(join(folder, 'verifier.html'), 'utf8')
    .replace('POLICY', () => policy)
    .replace('/* STYLE */', () => style)
    .replace('/* SCRIPT */', () => script);
}
