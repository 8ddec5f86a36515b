/** Which statements some work sends, whatever jobs and other work send meanwhile. */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

type Query = { text?: string } | string | undefined;

const current = new AsyncLocalStorage<string[]>();
/** The pool gives a query to a client when one is free. By then other work may be running. */
const handedOn: Query[] = [];

const textOf = (query: Query) => (typeof query === 'string' ? query : query?.text);

function note(query: Query) {
  const text = textOf(query);
  if (text !== undefined) current.getStore()?.push(text);
}

function listenTo(prototype: { query: (...given: never[]) => unknown }, hear: (query: Query) => void) {
  const { query } = prototype;
  prototype.query = function (this: unknown, ...given: never[]) {
    hear(given[0]);
    return query.apply(this, given);
  };
}

listenTo(pg.Pool.prototype, (query) => {
  note(query);
  if (query !== undefined) handedOn.push(query);
});
listenTo(pg.Client.prototype, (query) => {
  const at = handedOn.indexOf(query);
  if (at >= 0) handedOn.splice(at, 1);
  else note(query);
});

/**
 * Returns the statements in the order in which the work sends them, without those that begin and end transactions and
 * sessions.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  await current.run(sent, work);
  return sent.filter((text) => !/^(begin|commit|rollback|discard)/i.test(text));
}
