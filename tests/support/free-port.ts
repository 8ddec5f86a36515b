import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Systems give outgoing connections ports from 32768 on. */
const [FIRST, END] = [20_000, 32_768];

/** Calls `start` with a port on which nobody listens, and again with another one if somebody takes it first. */
export async function onFreePort<T>(start: (port: string) => Promise<T>): Promise<T> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (!(await isFree(port))) continue;
    try {
      return await start(String(port));
    } catch (error) {
      if (!String(error).includes('EADDRINUSE')) throw error;
    }
  }
}

/** Looks on all interfaces, as a server of any address is in the way. */
function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
