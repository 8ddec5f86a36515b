import pg from 'pg';
import { measureCalls, reportCalls, signIn } from './calls.mjs';
import { seedChats } from './chat-seed.mjs';
import { traffic } from './chat-traffic.mjs';
import { whole } from './report.mjs';
import { startServer } from './servers.mjs';

/** A thousand is what the budget compares a million with. */
const SIZES = (process.env.BENCH_MESSAGES ?? '1000,1000000').split(',').map(Number);
const MOST_CONVERSATIONS = 2000;

/**
 * Measures calls of members with short and with long histories: with each number of messages in one conversation, and
 * as many conversations up to 2,000. More of them must not make a call slower. Then 1,000 members talk at once.
 */
export async function chat(club) {
  if (club.isEmbedded) throw new Error('it needs PostgreSQL: set DATABASE_URL');
  const server = await startServer(['build/server.js'], { path: '/healthz', env: { LOG_LEVEL: 'info', ...club.env } });
  const pool = new pg.Pool({ connectionString: club.env.DATABASE_URL });
  const members = [];
  try {
    for (const messages of SIZES) {
      const conversations = Math.min(messages, MOST_CONVERSATIONS);
      console.log(`\nWriting ${whole(messages)} messages in one of ${whole(conversations)} conversations …`);
      const member = await seedChats(pool, { messages, conversations });
      members.push({ server, headers: await signIn(server, member.email), paths: pathsFor(member) });
    }
    reportCalls(await measureCalls(members), { sizes: SIZES, rows: 'messages in a conversation' });
    await server.stop();
    await traffic(club, pool);
  } finally {
    await pool.end();
  }
}

/** The measured paths, by their names in the table. */
const pathsFor = ({ talk, middle, halfway }) => {
  const messages = (query) => `/chat/conversations/${talk}/messages?limit=50${query}`;
  return {
    conversation: `/chat/conversations/${talk}`,
    'newest messages': messages(''),
    'before the middle': messages(`&before=${middle}`),
    'after the middle': messages(`&after=${middle}`),
    'around the middle': messages(`&around=${middle}`),
    'conversations, page 1': '/chat/conversations',
    'conversations, middle page': `/chat/conversations?before=${halfway}`,
    'search: in every message': '/chat/conversations?q=tomatoes',
    'search: in one of 50': '/chat/conversations?q=cellar',
    'search: in one of 1,000': '/chat/conversations?q=needle',
    'search: two words': '/chat/conversations?q=needle+tomatoes',
    'search: a letter, and no hit': '/chat/conversations?q=m+nowhere',
    'search: in the older half': '/chat/conversations?q=winter',
    header: '/user/header',
  };
};
