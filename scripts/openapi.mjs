// Writes the document that the upstream serves at /api/openapi.json into `.cache/`, and checks it with redocly.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import esbuild from 'esbuild';
import pino from 'pino';
import { copyBesideBundle, serverBundle } from './bundle.mjs';
import { commandOf, root, runNode } from './process.mjs';

const bundle = '.cache/openapi';
const document = '.cache/openapi.json';

await esbuild.build({ ...serverBundle(bundle, 'production'), entryPoints: { upstream: 'upstream/server.ts' } });
copyBesideBundle(bundle);
const { startUpstream } = await import(pathToFileURL(join(root, bundle, 'upstream.js')).href);
writeFileSync(join(root, document), await documentOf(startUpstream));

const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
const { code } = await runNode([commandOf('@redocly/cli', 'redocly'), 'lint', document], { env });
process.exit(code);

/** Returns the document of the complete upstream on an empty database, so that it includes every module. */
async function documentOf(startUpstream) {
  const dataDir = mkdtempSync(join(tmpdir(), 'almende-openapi-'));
  const config = {
    publicUrl: 'http://localhost:3000',
    dataDir,
    demo: false,
    production: false,
    secrets: ['only-for-this-process-and-its-empty-database'],
    mailFrom: 'club@example.org',
    productName: 'Almende',
    modules: [],
  };
  try {
    const upstream = await startUpstream(config, { log: pino({ level: 'error' }) });
    const request = new Request('http://localhost:3000/api/openapi.json');
    const response = await upstream.fetch(request, { ip: null, requestId: 'openapi' });
    await upstream.close();
    return await response.text();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
