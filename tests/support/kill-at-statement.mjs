// Loaded into a command line or a server of a test with `--import`. Once the process sends a statement that contains
// KILL_ONCE, by default the import of a bank statement, it kills itself before or after the SQL statement that KILL_AT
// names, like a power cut or `kill -9`. `after 2 insert into "x"` means after the second statement with this beginning.
// `after 1 own commit` counts only what the connection sends that sent KILL_ONCE.
import pg from 'pg';

const [, when, count, own, beginning] = /^(before|after) (\d+) (own )?(.+)$/.exec(process.env.KILL_AT ?? '') ?? [];
const arms = process.env.KILL_ONCE ?? 'insert into "wallet_bank_statements"';
const die = () => process.kill(process.pid, 'SIGKILL');

const { query } = pg.Client.prototype;
let armed = null;
let met = 0;
pg.Client.prototype.query = function (...given) {
  const text = typeof given[0] === 'string' ? given[0] : (given[0]?.text ?? '');
  if (text.includes(arms)) armed = this;
  const isMeant = own ? armed === this : armed;
  const isIt = isMeant && text.trimStart().startsWith(beginning) && ++met === Number(count);
  if (isIt && when === 'before') die();
  const answer = query.apply(this, given);
  if (isIt && when === 'after') answer.then(die);
  return answer;
};
