/** The running server's socket for the command line: HTTP on a unix socket that only the same user can open. */
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import { describeFailure } from '../database/failures';
import { makeSocketFolder } from '../database/socket-folder';
import type { Deps } from '../deps';
import { CommandFailed, type Outcome, WrongUse } from './command';

/** A bank statement may have 16 MiB before it is encoded as JSON. */
const longestQuestion = 64 * 1024 * 1024;
/** How long a request may take to arrive. */
const questionMs = 10_000;

const Question = z.object({
  command: z.string(),
  given: z.record(z.string(), z.unknown()),
  token: z.string().nullable().default(null),
});
const Answer = z.union([
  z.object({
    lines: z.array(z.string()),
    data: z.record(z.string(), z.unknown()),
    file: z.string().optional(),
    token: z.string().nullish(),
  }),
  z.object({ failure: z.string() }),
]);

/** The request of a command line. The staff token is the only proof of identity; the name comes from the database. */
export type CommandRequest = z.output<typeof Question>;

/** Finds the command and its actor, and runs the command. */
export type Perform = (deps: Deps, asking: CommandRequest, now: Date) => Promise<Outcome>;

const socketOf = (dataDir: string): string => join(makeSocketFolder(dataDir), 'club.sock');

/**
 * Runs the commands of command lines with the server's own clock. `close` waits for running commands. The caller holds
 * the lock of the data folder, so an existing socket was left by a killed process.
 */
export async function serveClub(deps: Deps, perform: Perform): Promise<{ close(): Promise<void> }> {
  const path = socketOf(deps.config.dataDir);
  const inHand = new Set<Promise<void>>();
  let isClosing = false;
  const listener = async (incoming: IncomingMessage, response: ServerResponse) => {
    const text = await readWhole(incoming);
    // The request is incomplete or too late: nothing is done.
    if (text === null || isClosing) return void response.destroy();
    const work = answer(deps, perform, text, response).finally(() => inHand.delete(work));
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

async function answer(deps: Deps, perform: Perform, text: string, response: ServerResponse): Promise<void> {
  const said = await carryOut(deps, perform, text);
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

async function carryOut(deps: Deps, perform: Perform, text: string): Promise<z.input<typeof Answer>> {
  try {
    return await perform(deps, Question.parse(JSON.parse(text)), new Date());
  } catch (error) {
    if (error instanceof CommandFailed || error instanceof WrongUse) return { failure: error.message };
    deps.log.error(describeFailure(error), 'a staff command failed');
    return { failure: 'The server failed to do it, and did nothing of it. Its log says why.' };
  }
}

/**
 * Lets the server of this data folder run the command.
 * @returns null if no server listens there
 * @throws CommandFailed with the server's message, or if the server ended before it answered
 */
export async function askServer(dataDir: string, asking: CommandRequest): Promise<Outcome | null> {
  const text = await post(socketOf(dataDir), JSON.stringify(asking));
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
