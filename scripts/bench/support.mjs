import pg from 'pg';
import { measureCalls, reportCalls, signIn } from './calls.mjs';
import { createClub } from './database.mjs';
import { whole } from './report.mjs';
import { startServer } from './servers.mjs';
import { seedTickets } from './support-seed.mjs';
import { uploads } from './support-uploads.mjs';

const SIZES = (process.env.BENCH_TICKETS ?? '1000,100000').split(',').map(Number);

/**
 * Measures calls in a club with few and in one with many tickets, each with one member who has a twentieth of them, and
 * then what uploads on slow lines take of the memory.
 */
export async function support(club) {
  if (club.isEmbedded) throw new Error('it needs PostgreSQL: set DATABASE_URL');
  // The sizes are of whole clubs, so each has a database of its own.
  const clubs = [];
  try {
    for (const size of SIZES) clubs.push(await createClub(`_${size}`));
    const members = [];
    for (const [at, size] of SIZES.entries()) members.push(await openMember(clubs[at], size));
    reportCalls(await measureCalls(members), { sizes: SIZES, rows: 'the club’s tickets' });
    for (const { server } of members) await server.stop();
  } finally {
    for (const { close } of clubs) await close();
  }
  await uploads(club);
}

async function openMember({ env }, size) {
  const server = await startServer(['build/server.js'], { path: '/healthz', env: { LOG_LEVEL: 'info', ...env } });
  const pool = new pg.Pool({ connectionString: env.DATABASE_URL });
  try {
    console.log(`\nWriting ${whole(size)} tickets, ${whole(size / 20)} of them of one member …`);
    const member = await seedTickets(pool, size);
    return { server, headers: await signIn(server, member.email), paths: pathsFor(member, size / 20) };
  } finally {
    await pool.end();
  }
}

/** The measured paths, by their names in the table. */
const pathsFor = ({ long, short }, own) => {
  const list = (query) => `/support/tickets?per_page=10&${query}`;
  return {
    'list, page 1': list('page=1'),
    'list, last page': list(`page=${Math.ceil(own / 10)}`),
    'tickets of a state': list('status=closed'),
    'open tickets of a topic': '/support/tickets?per_page=3&closed=0&category=other',
    'search: rare word': list('q=needle'),
    'search: common word': list('q=hay'),
    'search: two words': list('q=hay+question'),
    'search: a number': list(`q=${short}`),
    'one ticket': `/support/tickets/${short}?per_page=10`,
    'ticket of 200 messages': `/support/tickets/${long}?per_page=10`,
    'its oldest messages': `/support/tickets/${long}?per_page=10&page=20`,
    'answer time': '/support/answer-time',
    'FAQ search': '/support/faq?q=withdrawal',
    'FAQ search, mistyped': '/support/faq?q=withdrawel',
  };
};
