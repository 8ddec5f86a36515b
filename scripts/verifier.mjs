import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isMain, root } from './process.mjs';

const folder = join(root, 'app/wallet/verifier');
export const verifierFile = join(root, 'public/log/verifier.html');

/** The page that checks receipts: one file that asks nobody for anything, and that people can read. */
export async function writeVerifier() {
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

if (isMain(import.meta)) {
  mkdirSync(dirname(verifierFile), { recursive: true });
  writeFileSync(verifierFile, await writeVerifier());
}
