/** Secrets for a command: typed at the terminal without echo, or read from standard input, one on each line. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandFailed } from '../upstream/club/command';

/**
 * Asks for each secret by its words, in this order. They are never arguments, because every user of the machine can
 * list those.
 */
export async function askForSecrets(words: readonly string[]): Promise<string[]> {
  const isTerminal = process.stdin.isTTY === true;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal });
  lines.on('SIGINT', () => process.exit(130));
  const next = lines[Symbol.asyncIterator]();
  const answers: string[] = [];
  try {
    for (const word of words) {
      if (isTerminal) process.stderr.write(`${word}: `);
      const { value, done } = await next.next();
      if (isTerminal) process.stderr.write('\n');
      if (done) throw new CommandFailed(`${word} is missing: standard input ended.`);
      answers.push(value);
    }
    return answers;
  } finally {
    lines.close();
  }
}
