// Loaded into the server of a test club with `--import`. It keeps the SQL statements of requests, not those of jobs,
// until the test process asks for them.
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { isMainThread } from 'node:worker_threads';
import pg from 'pg';

if (isMainThread && process.send) {
  let sent = [];
  const request = new AsyncLocalStorage();
  subscribe('http.server.request.start', () => request.enterWith(true));

  /** The client that is sending, and the number of its write. What it sends before others run goes in one write. */
  let sending = { client: null, write: 0 };

  const note = ({ text, values = [] }, client = null) => {
    if (client === null || client !== sending.client) {
      sending = { client, write: sending.write + 1 };
      setImmediate(() => {
        if (sending.client === client) sending.client = null;
      });
    }
    if (request.getStore()) sent.push({ text: text.replace(/\s+/g, ' ').trim(), values, write: sending.write });
  };
  /** The pool gives a query to a client when one is free. By then another request may be running. */
  const handedOn = [];
  const { query: askPool } = pg.Pool.prototype;
  pg.Pool.prototype.query = function (...given) {
    if (given[0]?.text) {
      note({ values: given[1], ...given[0] });
      handedOn.push(given[0]);
    }
    return askPool.apply(this, given);
  };
  const { query: askClient } = pg.Client.prototype;
  pg.Client.prototype.query = function (...given) {
    const at = handedOn.indexOf(given[0]);
    if (at >= 0) handedOn.splice(at, 1);
    else if (given[0]?.text) note({ values: given[1], ...given[0] }, this);
    return askClient.apply(this, given);
  };

  process.on('message', ({ id, statements }) => {
    if (!statements) return;
    process.send({ id, answer: sent });
    sent = [];
  });
}
