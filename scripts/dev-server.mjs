// The server of `npm run dev`: the same one, with Vite in place of the built pages.
import { pathToFileURL } from 'node:url';
import { createServer } from 'vite';
import { root } from './process.mjs';

const { startServer } = await import(pathToFileURL(process.argv[2]).href);
let dev;
const server = await startServer({
  // The socket on the pages' own port: the content security policy allows no other.
  openDev: async (server) => {
    dev = await createServer({ root, server: { middlewareMode: true, hmr: { server } }, appType: 'custom' });
    return dev;
  },
});
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
