import './node-version.mjs';
import { cpus, loadavg, totalmem } from 'node:os';
import { isStale } from './build.mjs';
import { installPackages } from './install.mjs';
import { runNode } from './process.mjs';

// Loaded on demand, because a fresh clone has the packages only after the installation.
const parts = {
  speed: async (club) => (await import('./bench/speed.mjs')).speed(club),
  pages: async (club) => (await import('./bench/pages.mjs')).pages(club),
  lighthouse: async (club) => (await import('./bench/lighthouse.mjs')).lighthouse(club),
  realtime: async (club) => (await import('./bench/realtime.mjs')).realtime(club),
  wallet: async (club) => (await import('./bench/wallet.mjs')).wallet(club),
  growing: async (club) => (await import('./bench/growing.mjs')).growing(club),
  support: async (club) => (await import('./bench/support.mjs')).support(club),
  news: async (club) => (await import('./bench/news.mjs')).news(club),
  chat: async (club) => (await import('./bench/chat.mjs')).chat(club),
  affiliate: async (club) => (await import('./bench/affiliate.mjs')).affiliate(club),
  harvest: async (club) => (await import('./bench/harvest.mjs')).harvest(club),
  load: async (club) => (await import('./bench/load.mjs')).load(club),
  memory: async (club) => (await import('./bench/memory.mjs')).memory(club),
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
await installPackages();
if (isStale()) {
  const { code } = await runNode(['scripts/build.mjs']);
  if (code !== 0) process.exit(code);
}
await bench(chosen.length > 0 ? chosen : Object.keys(parts));
process.exit();

/** Runs the parts one after the other on their own club, and removes everything afterwards. */
async function bench(names) {
  const { createClub } = await import('./bench/database.mjs');
  const { fillClub, stopServers } = await import('./bench/servers.mjs');
  const club = await createClub();
  const cleanUp = async () => {
    await stopServers();
    await club.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
  try {
    describeMachine(club);
    await fillClub(club);
    for (const name of names) await runPart(name, club).finally(stopServers);
  } finally {
    await cleanUp();
  }
}

/** Runs one part. A failure does not stop the other parts. */
async function runPart(name, club) {
  try {
    await parts[name](club);
  } catch (error) {
    console.error(`\nThe part ${name} failed: ${error.message}`);
    process.exitCode = 1;
  }
}

function describeMachine({ description }) {
  const [first] = cpus();
  const load = loadavg()[0];
  console.log(
    `${cpus().length} × ${first?.model.trim()}, ${(totalmem() / 1e9).toFixed(0)} GB, Node ${process.version}`,
  );
  console.log(`Database: ${description}.`);
  if (load > cpus().length / 2)
    console.log(`The machine is busy (load ${load.toFixed(1)}): only ratios mean something.`);
}
