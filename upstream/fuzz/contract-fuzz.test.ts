/**
 * Sends every call of the contract what nobody should send, as a guest and as a member. `FUZZ_SEED` gives other requests.
 */
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WriteKind, writeLimits } from '../contract/write-limits';
import { testConfig } from '../database/database.testing';
import { copyEmbeddedTemplate, type Place } from '../database/templates.testing';
import { startUpstream, type Upstream } from '../server';
import { listOperations, namesIn } from './operations.testing';
import { boundaryRequests, brokenBodies, type FuzzRequest, type Operation, randomRequests } from './requests.testing';

const seed = Number(process.env.FUZZ_SEED ?? 20261127);
const patience = 180_000;
/** Random requests for each call, besides those at its bounds. */
const random = { guest: 1, member: 3 };

let place: Place;
let upstream: Upstream;
let operations: Operation[];
let calls = 0;
const logged: { requestId: string }[] = [];
const log = pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line)) });
const limits = structuredClone(writeLimits);

/** Each call comes from a network of its own, so that no limit of guests counts. */
async function send({ method, path, headers, body }: FuzzRequest, token?: string) {
  calls++;
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    body: method === 'GET' ? null : ((body as BodyInit | undefined) ?? null),
  });
  const ip = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
  const answer = await upstream.fetch(request, { ip, requestId: String(calls) });
  return { status: answer.status, text: await answer.text() };
}

const get = (path: string): FuzzRequest => ({ method: 'GET', path, headers: {}, body: undefined });

async function signIn(): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const { text } = await send({ method: 'POST', path: '/api/demo/sign-in', headers, body: '{"account":"anna"}' });
  return JSON.parse(text).token.access_token;
}

/** Tells the calls of single things what there is, so that they get further than "not found". */
async function lookUpNames(): Promise<void> {
  const token = await signIn();
  for (const operation of operations) {
    const [list, ...rest] = operation.path.split('/{');
    if (rest.length === 0 || !list) continue;
    const { status, text } = await send(get(list), token);
    if (status === 200) operation.known = namesIn(JSON.parse(text)).slice(0, 6);
  }
}

beforeAll(async () => {
  // A limit would hide what is behind it.
  for (const kind of Object.values(writeLimits)) Object.assign(kind, { minute: 1e6, day: 1e6 });
  place = await copyEmbeddedTemplate();
  upstream = await startUpstream({ ...testConfig, ...place.config, demo: true }, { log });
  operations = listOperations(JSON.parse((await send(get('/api/openapi.json'))).text));
  await lookUpNames();
}, patience);

afterAll(async () => {
  for (const [kind, limit] of Object.entries(limits)) Object.assign(writeLimits[kind as WriteKind], limit);
  await upstream?.close();
  await place?.remove();
}, patience);

const requestsOf = (operation: Operation, who: keyof typeof random): FuzzRequest[] => [
  ...(who === 'member' ? boundaryRequests(operation, seed) : []),
  ...randomRequests(operation, seed, random[who]),
  ...brokenBodies(operation, seed, 2),
];

describe(`the contract, with FUZZ_SEED=${seed}`, () => {
  const whoever = ['guest', 'member'] as const;
  it.each(whoever)(
    'answers whatever a %s sends with what it documents, and never with 500',
    async (who) => {
      const faults = new Map<string, string>();
      let token = who === 'member' ? await signIn() : undefined;
      for (const operation of operations)
        for (const request of requestsOf(operation, who)) {
          const { status } = await send(request, token);
          const { method, path, body } = request;
          const about = logged.findLast(({ requestId }) => requestId === String(calls));
          // Some calls end the session, as they should.
          if (status === 401 && token) token = await signIn();
          if (status !== 500 && String(status) in operation.responses) continue;
          const fault = `${operation.operationId} answers ${status}`;
          const sent = `${method} ${path.slice(0, 300)} ${String(body).slice(0, 300)} ${JSON.stringify(about ?? '')}`;
          if (!faults.has(fault)) faults.set(fault, `${fault}: ${sent}`);
        }
      expect([...faults.values()], `FUZZ_SEED=${seed}, ${calls} calls`).toEqual([]);
    },
    patience,
  );
});
