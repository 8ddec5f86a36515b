import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect } from 'vitest';
import { beginChat } from '../support/chats';
import type { Club } from '../support/club';
import { itOnEachDatabase } from '../support/each-database';
import { signedIn } from '../support/realtime';
import { root } from '../support/server-process';

const NODE_OPTIONS = `--import=${pathToFileURL(join(root, 'tests/support/kill-at-statement.mjs'))}`;
const KILL_ONCE = 'insert into "chat_messages"';

/** Kills the server while it writes a message, and sends the same form again. */
async function killWhileWriting(club: Club): Promise<void> {
  const { visitor } = await signedIn(club);
  const path = await beginChat(visitor);
  const shown = async () => (await visitor.get(`${path}/messages`)).body;
  for (const [KILL_AT, isWritten] of [
    ['before 1 own commit', false],
    ['after 1 own commit', true],
  ] as const) {
    const message = `Killed ${KILL_AT}.`;
    const page = await visitor.get(path);
    await club.restart({ NODE_OPTIONS, KILL_ONCE, KILL_AT });
    await expect(visitor.submit(page, 'write', { message })).rejects.toThrow();
    await club.restart({ NODE_OPTIONS: undefined });
    expect([KILL_AT, (await shown()).includes(message)]).toEqual([KILL_AT, isWritten]);
    expect((await visitor.submit(page, 'write', { message })).status).toBe(303);
    expect((await shown()).split(message)).toHaveLength(2);
  }
}

describe('a message whose server is killed before it answers', () => {
  itOnEachDatabase('is there once', killWhileWriting);
});
