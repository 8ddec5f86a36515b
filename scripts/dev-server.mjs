// The server of `npm run dev`: the same one, with Vite in place of the built pages.
import { pathToFileURL } from 'node:url';
import { createServer } from 'vite';
import { root } from './process.mjs';

const { startServer } = await import(pathToFileURL(process.argv[2]).href);
const dev = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' });
const server = await startServer({ dev });
console.log(`\n  ${server.url}\n`);

let ending = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end);

async function end() {
  if (ending) return;
  ending = true;
  await server.close();
  await dev.close();
  process.exit(0);
}
