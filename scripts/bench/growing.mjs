import pg from 'pg';
import { measureCalls, reportCalls, signIn } from './calls.mjs';
import { seedPlants } from './growing-seed.mjs';
import { whole } from './report.mjs';
import { startServer } from './servers.mjs';

const SIZES = (process.env.BENCH_OWN_PLANTS ?? '100,1000,50000').split(',').map(Number);
const PAGE = 15;

/**
 * Measures calls of members with few and with many plants, each in a room with twice as many. More plants must not make
 * a call slower.
 */
export async function growing(club) {
  if (club.isEmbedded) throw new Error('it needs PostgreSQL: set DATABASE_URL');
  const server = await startServer(['build/server.js'], { path: '/healthz', env: { LOG_LEVEL: 'info', ...club.env } });
  const pool = new pg.Pool({ connectionString: club.env.DATABASE_URL });
  const members = [];
  try {
    for (const [at, size] of SIZES.entries()) {
      console.log(`\nWriting ${whole(size)} plants of a member in a room with ${whole(2 * size)} …`);
      const { email, room } = await seedPlants(pool, { size, room: `Z${at}` });
      members.push({ server, headers: await signIn(server, email), paths: pathsFor(room, size) });
    }
  } finally {
    await pool.end();
  }
  reportCalls(await measureCalls(members), { sizes: SIZES, rows: 'the member’s plants' });
}

/** The measured paths, by their names in the table. */
const pathsFor = (room, size) => {
  const number = (position) => `${room}-${String(position).padStart(5, '0')}`;
  return {
    summary: '/growing/summary',
    'plants, page 1': '/growing/plants?page=1',
    'plants, middle page': `/growing/plants?page=${Math.ceil(size / PAGE / 2)}`,
    'plants, last page': `/growing/plants?page=${Math.ceil(size / PAGE)}`,
    'plants that flower': '/growing/plants?stage=flowering',
    'plants by number': `/growing/plants?q=${number(size)}`,
    'one plant': `/growing/plants/${number(size)}`,
    room: `/growing/rooms/${room}`,
    'numbers, page 1': `/growing/rooms/${room}/plants?page=1&per_page=20`,
    'numbers, last page': `/growing/rooms/${room}/plants?page=${Math.ceil((2 * size) / 20)}&per_page=20`,
    'numbers by number': `/growing/rooms/${room}/plants?q=${number(size)}`,
    harvests: '/growing/harvests',
  };
};
