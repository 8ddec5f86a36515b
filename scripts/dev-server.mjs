// The server of `npm run dev`: the production server, with Vite in place of the built pages.
import { pathToFileURL } from 'node:url';
import { createServer } from 'vite';
import { root } from './process.mjs';
import { bundleVerifier } from './verifier.mjs';

/** The only page that is built without Vite. It is bundled again for each request. */
const verifier = {
  name: 'verifier',
  configureServer: ({ middlewares }) =>
    void middlewares.use('/log/verifier.html', async (_request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(await bundleVerifier());
    }),
};

const { startServer } = await import(pathToFileURL(process.argv[2]).href);
let dev;
const server = await startServer({
  // Vite's socket uses the port of the pages, because the content security policy allows no other.
  openDev: async (server) => {
    const options = { middlewareMode: true, hmr: { server } };
    dev = await createServer({ root, server: options, appType: 'custom', plugins: [verifier] });
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
