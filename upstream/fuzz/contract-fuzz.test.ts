/**
 * Sends every call of the contract what nobody should send, as a guest and as a member. `FUZZ_SEED` gives other requests.
 */
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WriteKind, writeLimits } from '../contract/write-limits';
import { testConfig } from '../database/database.testing';
import { copyEmbeddedTemplate, type Place } from '../database/templates.testing';
import { startUpstream, type Upstream } from '../server';
import { listOperations } from './operations.testing';
import { boundaryRequests, brokenBodies, type FuzzRequest, randomRequests } from './requests.testing';

const seed = Number(process.env.FUZZ_SEED ?? 20261127);
const patience = 180_000;
/** Random requests for each call, besides those at its bounds. */
const random = { guest: 2, member: 6 };

let place: Place;
let upstream: Upstream;
const errors: { requestId: string }[] = [];
const log = pino({ level: 'error' }, { write: (line) => void errors.push(JSON.parse(line)) });
const limits = structuredClone(writeLimits);

beforeAll(async () => {
  // A limit would hide what is behind it.
  for (const kind of Object.values(writeLimits)) Object.assign(kind, { minute: 1e6, day: 1e6 });
  place = await copyEmbeddedTemplate();
  upstream = await startUpstream({ ...testConfig, ...place.config, demo: true }, { log });
}, patience);

afterAll(async () => {
  for (const [kind, limit] of Object.entries(limits)) Object.assign(writeLimits[kind as WriteKind], limit);
  await upstream?.close();
  await place?.remove();
}, patience);

let calls = 0;
const stat = new Map<string, number[]>();

/** Each call comes from a network of its own, so that no limit of guests counts. */
async function send({ method, path, headers, body }: FuzzRequest, token?: string): Promise<Response> {
  calls++;
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    body: method === 'GET' ? null : ((body as BodyInit | undefined) ?? null),
  });
  const ip = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
  const answer = await upstream.fetch(request, { ip, requestId: `${calls}` });
  await answer.arrayBuffer();
  return answer;
}

async function signIn(): Promise<string> {
  calls++;
  const request = new Request('http://localhost/api/demo/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"account":"anna"}',
  });
  const env = { ip: `11.0.${(calls >> 8) & 255}.${calls & 255}`, requestId: `${calls}` };
  const { token } = await (await upstream.fetch(request, env)).json();
  return token.access_token;
}

describe(`the contract, with the seed ${seed}`, () => {
  it.each(['guest', 'member'] as const)(
    'answers whatever a %s sends with what it documents',
    async (who) => {
      const faults = new Map<string, string>();
      const document = await (
        await upstream.fetch(new Request('http://localhost/api/openapi.json'), { ip: null, requestId: 'd' })
      ).json();
      let token = who === 'member' ? await signIn() : undefined;
      const started = Date.now();
      const slow = new Map<string, number>();
      for (const operation of listOperations(document)) {
        const requests = [
          ...(who === 'member' ? boundaryRequests(operation, seed) : []),
          ...randomRequests(operation, seed, random[who]),
          ...brokenBodies(operation, seed, 3),
        ];
        const at = Date.now();
        for (const request of requests) {
          const { status } = await send(request, token);
          if (status === 401 && token) token = await signIn();
          if (process.env.ONLY5 && status < 500) continue;
          if (process.env.STAT) {
            const k = operation.operationId + ' ' + who;
            const l = stat.get(k) ?? [];
            l.push(status);
            stat.set(k, l);
          }
          if (status !== 500 && String(status) in operation.responses) continue;
          const key = `${operation.operationId} ${status}`;
          const logged = JSON.stringify(errors.findLast(({ requestId }) => requestId === `${calls}`) ?? '');
          if (!faults.has(key))
            faults.set(
              key,
              `${key}: ${request.method} ${request.path.slice(0, 200)} ${String(request.body).slice(0, 300)} ${logged}`,
            );
        }
        slow.set(`${operation.operationId} ${requests.length}`, Date.now() - at);
      }
      if (process.env.STAT)
        for (const [k, l] of stat) {
          const c: Record<number, number> = {};
          for (const x of l) c[x] = (c[x] ?? 0) + 1;
          console.log('STAT', k, JSON.stringify(c));
        }
      console.log(calls, Date.now() - started, [...slow].sort((a, b) => b[1] - a[1]).slice(0, 12));
      expect([...faults.values()], `FUZZ_SEED=${seed}`).toEqual([]);
    },
    patience * 2,
  );
});
