// Loaded into the server of a test club with `--import`. It runs statements of the test process on the server's own
// pool, because the embedded database has only one session and allows no second connection.
import { isMainThread } from 'node:worker_threads';
import pg from 'pg';

if (isMainThread && process.send) {
  const { connect } = pg.Pool.prototype;
  let pool;
  pg.Pool.prototype.connect = function (...args) {
    pool = this;
    return connect.apply(this, args);
  };

  process.on('message', async ({ id, sql, values }) => {
    if (typeof sql !== 'string') return;
    try {
      const { rows } = await pool.query({ text: sql, values, rowMode: 'array' });
      process.send({ id, answer: rows });
    } catch (error) {
      process.send({ id, error: error.message });
    }
  });
}
