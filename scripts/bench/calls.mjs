/** Times calls of members who have few and many rows of something. More rows must not make a call slower. */
import { fixed, printGoals, printTable, times, whole } from './report.mjs';
import { request } from './visitor.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS) || 200;
const WARM_UP = 20;
const GROWTH_LIMIT = 1.5;

/** Signs a demo member in and returns the headers of the member's calls. */
export async function signIn(server, email) {
  const login = await request(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'almende-demo' }),
  });
  const { token } = JSON.parse(login.body.toString());
  return { authorization: `Bearer ${token.access_token}`, 'accept-language': 'en' };
}

/** `paths` has the measured paths by their names. The members take turns, so that other load on the machine affects all of them. */
export async function measureCalls(members) {
  const results = {};
  for (const name of Object.keys(members[0].paths)) {
    const durations = members.map(() => []);
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      for (const [at, { server, paths, headers }] of members.entries()) {
        const start = performance.now();
        const { status } = await request(`${server.url}/api${paths[name]}`, { headers });
        if (status !== 200) throw new Error(`${paths[name]} answers ${status}`);
        if (round >= 0) durations[at].push(performance.now() - start);
      }
    }
    results[name] = durations.map((some) => {
      some.sort((a, b) => a - b);
      return { p50: some[Math.floor(some.length / 2)], p99: some[Math.floor(some.length * 0.99)] };
    });
  }
  return results;
}

/** Prints the times by the number of rows, and how much the worst call grows. */
export function reportCalls(calls, { sizes, rows }) {
  const growth = (name) => calls[name].at(-1).p50 / calls[name][0].p50;
  const names = Object.keys(calls);
  printTable(
    `Milliseconds a call, p50 and p99 of ${ROUNDS}, by the number of ${rows}`,
    ['', ...sizes.flatMap((size) => [`${whole(size)}: p50`, 'p99']), 'growth of p50'],
    names.map((name) => [
      name,
      ...calls[name].flatMap(({ p50, p99 }) => [fixed(p50, 1), fixed(p99, 1)]),
      times(growth(name)),
    ]),
  );
  const worst = names.reduce((a, b) => (growth(a) > growth(b) ? a : b));
  printGoals([
    {
      budget: '–',
      name: `growth of a call from ${whole(sizes[0])} to ${whole(sizes.at(-1))} ${rows}, the worst: ${worst}`,
      measured: times(growth(worst)),
      goal: `≤ ${GROWTH_LIMIT}×`,
      met: growth(worst) <= GROWTH_LIMIT,
    },
  ]);
}
