import pg from 'pg';
import { measureCalls, reportCalls, signIn } from './calls.mjs';
import { createClub } from './database.mjs';
import { seedPosts } from './news-seed.mjs';
import { whole } from './report.mjs';
import { startServer } from './servers.mjs';

const SIZES = (process.env.BENCH_POSTS ?? '100,10000').split(',').map(Number);

/** Measures calls in a club with few and in one with many posts. */
export async function news(club) {
  if (club.isEmbedded) throw new Error('it needs PostgreSQL: set DATABASE_URL');
  // The sizes are of whole clubs, so each has a database of its own.
  const clubs = [];
  try {
    for (const size of SIZES) clubs.push(await createClub(`_${size}`));
    const members = [];
    for (const [at, size] of SIZES.entries()) members.push(await openMember(clubs[at], size));
    reportCalls(await measureCalls(members), { sizes: SIZES, rows: 'posts in each language' });
    for (const { server } of members) await server.stop();
  } finally {
    for (const { close } of clubs) await close();
  }
}

async function openMember({ env }, size) {
  const server = await startServer(['build/server.js'], { path: '/healthz', env: { LOG_LEVEL: 'info', ...env } });
  const pool = new pg.Pool({ connectionString: env.DATABASE_URL });
  try {
    console.log(`\nWriting ${whole(size)} posts in each language …`);
    const { email, middle } = await seedPosts(pool, size);
    const headers = await signIn(server, email);
    const token = await makeFeed(server, headers);
    return { server, headers, paths: pathsFor({ size, middle, token }) };
  } finally {
    await pool.end();
  }
}

async function makeFeed(server, headers) {
  const answer = await fetch(`${server.url}/api/news/feed`, { method: 'POST', headers });
  return (await answer.json()).token;
}

/** The measured paths, by their names in the table. */
const pathsFor = ({ size, middle, token }) => {
  const list = (query) => `/news/posts?per_page=5&${query}`;
  return {
    'list, page 1': list('page=1'),
    'list, page 10': list('page=10'),
    'list, middle page': list(`page=${Math.ceil(size / 10)}`),
    'list, last page': list(`page=${Math.floor(size / 5)}`),
    'posts of a topic': list('category=events'),
    'search: rare word': list('q=needle'),
    'search: two words': list('q=hay+money'),
    'search: common word': list('q=hay'),
    'search in a topic': list('q=hay&category=club'),
    'one post': `/news/posts/${middle}`,
    feed: `/news/feeds/${token}`,
    header: '/user/header',
  };
};
