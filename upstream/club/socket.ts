/** The running server's ear for the command line: HTTP on a unix socket that only the same user can open. */
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import { describeFailure } from '../database/failures';
import { makeSocketFolder } from '../database/socket-folder';
import type { Deps } from '../deps';
import { type ClubCommand, CommandFailed, type Outcome, WrongUse } from './command';

/** A bank's statement may have 16 MiB before it is written as JSON. */
const longestQuestion = 64 * 1024 * 1024;
/** A question that comes in pieces is waited for this long. */
const questionMs = 10_000;

const Question = z.object({ command: z.string(), given: z.record(z.string(), z.unknown()) });
const Answer = z.union([
  z.object({ lines: z.array(z.string()), data: z.record(z.string(), z.unknown()), file: z.string().optional() }),
  z.object({ failure: z.string() }),
]);

const socketOf = (dataDir: string): string => join(makeSocketFolder(dataDir), 'club.sock');

/**
 * Carries out what command lines ask for, with the server's own clock; `close` waits for what is in hand. Whoever calls
 * this holds the lock of the data folder, so a socket that lies there was left by a process that was killed.
 */
export async function serveClub(deps: Deps, commands: readonly ClubCommand[]): Promise<{ close(): Promise<void> }> {
  const path = socketOf(deps.config.dataDir);
  const inHand = new Set<Promise<void>>();
  let isClosing = false;
  const listener = async (incoming: IncomingMessage, response: ServerResponse) => {
    const text = await readWhole(incoming);
    // Broken off half-way, or too late: nothing is done.
    if (text === null || isClosing) return void response.destroy();
    const work = answer(deps, commands, text, response).finally(() => inHand.delete(work));
    inHand.add(work);
  };
  const server = createServer({ requestTimeout: questionMs, headersTimeout: questionMs }, listener);
  rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  chmodSync(path, 0o600);
  return {
    close: async () => {
      isClosing = true;
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.all(inHand);
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  deps: Deps,
  commands: readonly ClubCommand[],
  text: string,
  response: ServerResponse,
): Promise<void> {
  const said = await carryOut(deps, commands, text);
  response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(said));
  await finished(response).catch(() => undefined);
}

async function readWhole(incoming: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of incoming) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > longestQuestion) return null;
    }
    return Buffer.concat(chunks).toString();
  } catch {
    return null;
  }
}

async function carryOut(deps: Deps, commands: readonly ClubCommand[], text: string): Promise<z.input<typeof Answer>> {
  try {
    const question = Question.parse(JSON.parse(text));
    const command = commands.find(({ name }) => name === question.command);
    if (!command) throw new CommandFailed(`The running server has no command “${question.command}”: it is older.`);
    return await command.run(deps, question.given, new Date());
  } catch (error) {
    if (error instanceof CommandFailed || error instanceof WrongUse) return { failure: error.message };
    deps.log.error(describeFailure(error), 'a staff command failed');
    return { failure: 'The server failed to do it, and did nothing of it. Its log says why.' };
  }
}

/**
 * Has the server that works on this data folder carry it out; null when none listens there.
 * @throws CommandFailed with what the server said, or when it ended before it answered
 */
export async function askServer(
  dataDir: string,
  { command, given }: { command: string; given: Record<string, unknown> },
): Promise<Outcome | null> {
  const text = await post(socketOf(dataDir), JSON.stringify({ command, given }));
  if (text === null) return null;
  const said = Answer.parse(JSON.parse(text));
  if ('failure' in said) throw new CommandFailed(said.failure);
  return said;
}

function post(socketPath: string, body: string): Promise<string | null> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const gone = () => reject(new CommandFailed('The server ended before it answered: look whether it was done.'));
    const outgoing = request({ socketPath, method: 'POST', path: '/', headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(text)).on('error', gone);
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null);
      else gone();
    });
    outgoing.end(body);
  });
}
