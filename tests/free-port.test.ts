import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { onFreePort } from './support/free-port';

const listen = async (port: string) => {
  const server = createServer().listen(Number(port), '127.0.0.1');
  await once(server, 'listening');
  return server;
};

it('a server gets another port when somebody takes the free one before it', async () => {
  const offered: string[] = [];
  const rivals: Awaited<ReturnType<typeof listen>>[] = [];
  const server = await onFreePort(async (port) => {
    offered.push(port);
    if (rivals.length === 0) rivals.push(await listen(port));
    return listen(port);
  });
  expect(offered).toHaveLength(2);
  expect(server.address()).toMatchObject({ port: Number(offered[1]) });
  expect(offered[1]).not.toBe(offered[0]);
  for (const open of [server, ...rivals]) open.close();
});

it('a server that fails for another reason fails once', async () => {
  let starts = 0;
  const start = async () => {
    starts++;
    throw new Error('The server ended at its start');
  };
  await expect(onFreePort(start)).rejects.toThrow('ended at its start');
  expect(starts).toBe(1);
});
