// Loaded into the server of a test club with `--import`: statements that the test process sends run on the server's own
// pool. The embedded database is one session, so a second connection beside the server's is out of the question.
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
