// Loaded into a command line of a test with `--import`. The process kills itself at the step that KILL_AT names, like a
// power cut or `kill -9`, but only after it has sent a statement with the words of KILL_AFTER. The default is the
// statement that writes a payout file into the database.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import pg from 'pg';

const step = process.env.KILL_AT;
const statement = process.env.KILL_AFTER ?? 'insert into "wallet_payout_files"';
const die = () => process.kill(process.pid, 'SIGKILL');

const { query } = pg.Client.prototype;
let armed = false;
pg.Client.prototype.query = function (...given) {
  const text = typeof given[0] === 'string' ? given[0] : (given[0]?.text ?? '');
  if (text.includes(statement)) armed = true;
  const isStatement = text.includes(statement) && step === 'after the statement';
  const isCommit = armed && /^\s*commit/i.test(text);
  if (isCommit && step === 'before the commit') die();
  const answer = query.apply(this, given);
  if (isStatement || (isCommit && step === 'after the commit')) answer.then(die);
  return answer;
};

const { fsyncSync, renameSync } = fs;
fs.fsyncSync = (...given) => {
  if (armed && step === 'before the file is on the disk') die();
  return fsyncSync(...given);
};
fs.renameSync = (...given) => {
  if (armed && step === 'before the file has its name') die();
  renameSync(...given);
  if (armed && step === 'after the file has its name') die();
};
syncBuiltinESMExports();
