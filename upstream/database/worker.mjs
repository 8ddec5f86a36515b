// The thread of the embedded database: PGlite behind a unix socket, or, without a socket, PGlite creating its files.
// Plain JavaScript, because workers load by file name and Node 20 does not strip types.
import { renameSync, rmSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

const { folder, socket } = workerData;

// V8 compiles PostgreSQL's WebAssembly twice: at once, and better while it runs. The second costs a start 0.7 s of CPU
// and 60 MB, and pages are not faster for it.
setFlagsFromString('--liftoff-only');

await (socket ? serve() : create());

async function create() {
  // A kill while the first files are written must not leave half a database behind.
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  await (await PGlite.create(unfinished)).close();
  renameSync(unfinished, folder);
}

async function serve() {
  // PostgreSQL keeps pages of files in 128 MB of its own otherwise. The system keeps them, too.
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];
  const database = await PGlite.create(folder, { extensions: { pg_trgm }, startParams });
  // The first statement compiles much of PostgreSQL. The first caller should not wait for that.
  await database.query('select 1');
  // The pool holds one connection. The second slot is for its successor while a broken connection still closes.
  const server = new PGLiteSocketServer({ db: database, path: socket, maxConnections: 2 });
  await server.start();
  parentPort.once('message', async () => {
    await server.stop();
    await database.close();
    parentPort.close();
  });
  parentPort.postMessage('ready');
}
