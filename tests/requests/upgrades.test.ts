import { request } from 'node:http';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type Club, sharedClub } from '../support/club';

let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

describe('a request with a wish to upgrade that nobody fulfils', () => {
  const h2c = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAAQAoAAAAAIAAAAA' };

  it('is answered as if it had none, with its body', async () => {
    const send = (method: string, path: string, body = '') =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { ...h2c, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
        const outgoing = request(club.url + path, { method, headers }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode));
        });
        outgoing.on('error', reject).end(body);
      });
    expect(await send('GET', '/login')).toBe(200);
    const wrong = JSON.stringify({ email: 'nobody@example.org', password: 'a wrong password' });
    expect(await send('POST', '/api/auth/login', wrong)).toBe(422);
    expect(await send('POST', '/api/auth/login', 'no JSON')).toBe(400);
  });

  it('that comes while an earlier request is answered ends its own connection, and no other', async () => {
    const { hostname, port } = new URL(club.url);
    const ended = new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        const lines = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${more}\r\n`;
        socket.write(
          lines('/login') + lines('/register', 'Connection: Upgrade\r\nUpgrade: h2c\r\n') + lines('/healthz'),
        );
      });
      socket
        .on('error', () => {})
        .on('close', () => resolve())
        .resume();
    });
    await ended;
    expect((await fetch(`${club.url}/healthz`)).status).toBe(200);
  });

  it('stays without a websocket where there is none', async () => {
    const socket = new WebSocket(`${club.url.replace('http', 'ws')}/login`);
    const error = await new Promise<Error>((resolve) => socket.once('error', resolve));
    expect(error.message).toContain('200');
  });
});
