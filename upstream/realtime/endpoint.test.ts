import { connect as connectTcp } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dial, type RawClient, type RunningEndpoint, startEndpoint } from './endpoint.testing';
import { publish } from './publish';
import { testApp } from './realtime.testing';

let running: RunningEndpoint;
beforeAll(async () => {
  running = await startEndpoint();
});
afterAll(() => running.stop());

const clients: RawClient[] = [];
afterEach(() => {
  for (const { socket } of clients.splice(0)) socket.terminate();
});

function open(path?: string, headers?: Record<string, string>): RawClient {
  const client = dial(running.port, path, { headers });
  clients.push(client);
  return client;
}

/** Returns a client that has read the greeting. */
async function connected(): Promise<RawClient> {
  const client = open();
  await client.next();
  return client;
}

describe('a websocket', () => {
  it('is greeted with its socket id and told how long it may be silent', async () => {
    const frame = await open().next();
    expect(frame).toMatch(
      /^\{"event":"pusher:connection_established","data":"\{\\"socket_id\\":\\"\d+\.\d+\\",\\"activity_timeout\\":120\}"\}$/,
    );
  });

  it.each([
    ['an unknown key', '/app/other?protocol=7', {}, 4001],
    ['no version', `/app/${testApp.key}`, {}, 4008],
    ['a foreign origin', undefined, { Origin: 'https://evil.example' }, 4009],
  ])('with %s is told so after a whole handshake', async (_, path, headers, code) => {
    const client = open(path, headers);
    const { event, data } = JSON.parse(await client.next());
    expect([event, data.code, await client.closed]).toEqual(['pusher:error', code, code]);
  });

  it('may come from a page of the host that it asks', async () => {
    expect(await open(undefined, { Origin: `http://127.0.0.1:${running.port}` }).next()).toContain('established');
  });

  it('beyond 300 from one address is over capacity, those from elsewhere are not', async () => {
    const from = { 'X-Forwarded-For': '198.51.100.7' };
    const many = Array.from({ length: 300 }, () => open(undefined, from));
    await Promise.all(many.map((client) => client.next()));
    expect(await open(undefined, from).closed).toBe(4100);
    expect(await open().next()).toContain('established');
    for (const { socket } of many) socket.terminate();
    await expect.poll(async () => (await open(undefined, from).next()).includes('established')).toBe(true);
  });

  it('that sends a protocol ping gets its pong', async () => {
    const client = await connected();
    const pong = new Promise((resolve) => client.socket.once('pong', (data) => resolve(data.toString())));
    client.socket.ping('there?');
    expect(await pong).toBe('there?');
  });

  it.each([
    ['more than 16 KB', 'x'.repeat(16 * 1024 + 1), 1009],
    ['bytes', Buffer.from('{"event":"pusher:ping"}'), 1003],
  ])('that sends %s is closed', async (_, data, code) => {
    const client = await connected();
    client.socket.send(data);
    expect(await client.closed).toBe(code);
  });

  it.each([1, 10, 12, 13, 14, 15, 60, 11_000])('hears an event whose data has %i bytes', async (size) => {
    const client = await connected();
    client.socket.send('{"event":"pusher:subscribe","data":{"channel":"c"}}');
    await client.next();
    // Characters that JSON writes as six bytes each.
    const data = '\u0001'.repeat(size);
    publish(running.endpoint.hub, { channels: ['c'], event: 'x', data });
    client.socket.send('{"event":"pusher:ping"}');
    expect(JSON.parse(await client.next())).toEqual({ event: 'x', channel: 'c', data });
    expect(await client.next()).toContain('pusher:pong');
  });

  it('is gone from every channel when it breaks off', async () => {
    const client = await connected();
    client.socket.send('{"event":"pusher:subscribe","data":{"channel":"gone"}}');
    await client.next();
    expect(running.endpoint.hub.channels.find('gone')).toBeDefined();
    client.socket.terminate();
    await expect.poll(() => running.endpoint.hub.channels.find('gone')).toBeUndefined();
  });
});

describe('malformed frames', () => {
  const handshake = [
    `GET /app/${testApp.key}?protocol=7 HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '\r\n',
  ].join('\r\n');

  /** Sends bytes that no library sends, and waits until the connection ends or nothing more arrives. */
  function sendRaw(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      const socket = connectTcp(running.port, '127.0.0.1', () => socket.write(handshake));
      socket.once('data', () => {
        socket.write(bytes);
        setTimeout(() => socket.destroy(), 15);
      });
      socket.on('error', () => {});
      socket.once('close', () => resolve());
    });
  }

  it('of any bytes end no more than their own connection', { timeout: 120_000 }, async () => {
    const witness = await connected();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) => sendRaw(bytes)),
      { numRuns: 60 },
    );
    witness.socket.send('{"event":"pusher:ping"}');
    expect(await witness.next()).toContain('pusher:pong');
  });

  it('of any JSON are answered, and the next message is understood', { timeout: 120_000 }, async () => {
    const event = fc.constantFrom(
      'pusher:subscribe',
      'pusher:unsubscribe',
      'pusher:signin',
      'client-x',
      'pusher:pong',
      '',
    );
    const names = fc.constantFrom('client', 'private-a', 'presence-a', '#server-to-user-1', '__proto__', 'cache-x', '');
    const data = fc.oneof(
      fc.jsonValue(),
      fc.record({ channel: fc.oneof(names, fc.jsonValue()), auth: fc.jsonValue(), channel_data: fc.jsonValue() }),
    );
    const message = fc.oneof(
      fc.string(),
      fc.json(),
      fc.record({ event, channel: names, data }).map((value) => JSON.stringify(value)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 20 }), async (messages) => {
        const client = await connected();
        for (const text of messages) client.socket.send(text);
        client.socket.send('{"event":"pusher:ping"}');
        let isOver = false;
        void client.closed.then(() => {
          isOver = true;
        });
        // An unsigned sign-in ends the connection. Everything else is answered in order.
        for (let frame = ''; !isOver && !frame.includes('pusher:pong'); ) {
          frame = await Promise.race([client.next(), client.closed.then(() => '')]);
        }
        client.socket.terminate();
        return !isOver || messages.some((text) => text.includes('pusher:signin'));
      }),
      { numRuns: 100 },
    );
    expect(await open().next()).toContain('established');
  });
});

describe('a drain', () => {
  it('closes every socket with 1012, not all at once, and lets no other in', async () => {
    const own = await startEndpoint();
    const many = Array.from({ length: 280 }, () => dial(own.port));
    await Promise.all(many.map((client) => client.next()));
    const endings: number[] = [];
    for (const client of many) void client.closed.then(() => endings.push(performance.now()));
    const draining = own.endpoint.drain();
    expect(await dial(own.port).closed).toBe(1012);
    expect(new Set(await Promise.all(many.map((client) => client.closed)))).toEqual(new Set([1012]));
    await draining;
    expect(own.endpoint.hub.connections.size).toBe(0);
    expect(Math.max(...endings) - Math.min(...endings)).toBeGreaterThan(20);
    await own.stop();
  });

  it('does not wait for a peer that does not answer', async () => {
    const own = await startEndpoint();
    const client = dial(own.port);
    await client.next();
    client.socket.pause();
    await own.stop();
    expect(client.socket.readyState).toBe(client.socket.OPEN);
    client.socket.terminate();
  });
});

it('counts what it does, without a channel, a user or an address', async () => {
  const own = await startEndpoint();
  const client = dial(own.port);
  await client.next();
  client.socket.send('{"event":"pusher:subscribe","data":{"channel":"secret-name"}}');
  await client.next();
  client.socket.send('no json');
  await client.next();
  const text = await own.registry.metrics();
  for (const line of [
    'realtime_connections 1',
    'realtime_channels 1',
    'realtime_connections_opened_total 1',
    'realtime_messages_received_total{event="pusher:subscribe"} 1',
    'realtime_messages_received_total{event="malformed"} 1',
  ])
    expect(text).toContain(`${line}\n`);
  expect(text).not.toMatch(/secret-name|192\.0\.2/);
  await wait(0);
  client.socket.terminate();
  await own.stop();
});
