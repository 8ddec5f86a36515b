import { spawn } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { root } from '../process.mjs';
import { fixed, median, megabytes, printGoals, printTable, whole } from './report.mjs';
import { freePort, startAlmende, untilItAnswers } from './servers.mjs';
import { Visitor } from './visitor.mjs';

const MINUTES = Number(process.env.BENCH_MINUTES) || 3;
/** A session ends after an hour, and what loads the web tier keeps no new cookie. */
const LONGEST_S = 3590;
const SAMPLE_MS = 1000;
const PEAK_LIMIT = 256e6;
const COLD_STARTS = 3;
const COLD_LIMIT_S = 3;

/** Measures the resident memory of a web process under load, and the time of a cold start. */
export async function memory(club) {
  const samples = await loadWebTier(club);
  const starts = await startCold(club);
  report(samples, starts, club);
}

/** The web tier calls a second process for everything, as with a foreign upstream. */
async function loadWebTier({ env, folder }) {
  const upstream = await startAlmende(env);
  const { SESSION_SECRET } = env;
  const web = await startAlmende({ SESSION_SECRET, DATA_DIR: folder, UPSTREAM_URL: upstream.url });
  const member = await new Visitor(web.url).signIn('anna@example.org');
  const headers = { 'accept-language': 'en', cookie: member.cookie };
  console.log(`\nLoading the web tier for ${MINUTES} min …`);
  const start = performance.now();
  const samples = [];
  const sampler = setInterval(async () => {
    samples.push({ seconds: (performance.now() - start) / 1000, ...(await web.usage()) });
  }, SAMPLE_MS);
  const result = await autocannon({
    url: web.url,
    connections: 16,
    duration: Math.min(MINUTES * 60, LONGEST_S),
    requests: [
      { path: '/login', headers: { 'accept-language': 'de' } },
      { path: '/dashboard', headers },
      { path: '/dashboard', headers: { ...headers, 'accept-encoding': 'br' } },
      { path: '/routes', headers },
    ],
  });
  clearInterval(sampler);
  await web.stop();
  await upstream.stop();
  return { samples, requests: result.requests.total, errors: result.errors + result.non2xx };
}

/** Returns the seconds from `npm start` to the first login page. The database exists, only the program starts. */
async function startCold({ env }) {
  const seconds = [];
  for (let i = 0; i < COLD_STARTS; i++) {
    const port = await freePort();
    const start = performance.now();
    const npm = spawn('npm', ['start'], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), ...env },
      stdio: 'ignore',
      // A process group, so that the signal also reaches the server behind npm.
      detached: true,
    });
    await untilItAnswers(`http://127.0.0.1:${port}/login`, () => {
      if (npm.exitCode !== null) throw new Error('npm start ended');
    });
    seconds.push((performance.now() - start) / 1000);
    const ended = once(npm, 'exit');
    process.kill(-npm.pid, 'SIGTERM');
    await ended;
  }
  return seconds;
}

function report({ samples, requests, errors }, starts, club) {
  const every = Math.max(1, Math.floor(samples.length / 9));
  printTable(
    `Memory of the web tier: ${MINUTES} min at 16 connections, ${whole(requests)} requests, ${errors} errors`,
    ['seconds', 'resident'],
    samples.filter((_, i) => i % every === 0).map(({ seconds, rss }) => [whole(seconds), megabytes(rss)]),
  );
  const third = Math.floor(samples.length / 3);
  const middle = median(samples.slice(third, 2 * third).map(({ rss }) => rss));
  const last = median(samples.slice(2 * third).map(({ rss }) => rss));
  const peak = Math.max(...samples.map((sample) => sample.peak));
  const slope = slopeOf(samples.slice(third));
  const start = median(starts);
  printGoals([
    { budget: 9, name: 'peak resident memory', measured: megabytes(peak), goal: '≤ 256 MB', met: peak <= PEAK_LIMIT },
    {
      budget: 9,
      name: `last third : middle third (slope ${fixed((slope * 60) / 1e6, 1)} MB/min)`,
      measured: `${fixed(last / middle)}×`,
      goal: '≤ 1.02×',
      met: last / middle <= 1.02,
    },
    {
      budget: 11,
      name: `npm start to the first page, ${club.isEmbedded ? 'embedded database' : 'PostgreSQL'} present`,
      measured: `${fixed(start, 1)} s`,
      goal: `≤ ${COLD_LIMIT_S} s`,
      met: start <= COLD_LIMIT_S,
    },
  ]);
}

/** Returns bytes per second, by least squares. */
function slopeOf(samples) {
  const mean = (pick) => samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length;
  const time = mean(({ seconds }) => seconds);
  const level = mean(({ rss }) => rss);
  const along = mean(({ seconds, rss }) => (seconds - time) * (rss - level));
  return along / mean(({ seconds }) => (seconds - time) ** 2);
}
