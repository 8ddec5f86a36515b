import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, startClub } from '../support/club';
import { Visitor } from '../support/visitor';

/** Asks as a program of this machine with these headers. Any `Host` is possible. */
function ask(
  club: Club,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  const { port } = new URL(club.server.local);
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    outgoing.on('error', reject).end();
  });
}

/** Asks as nginx with only `proxy_pass` does: HTTP/1.0, its own name for this server, no other header. */
function askAsPlainProxy(club: Club, path: string): Promise<string> {
  const { port, host } = new URL(club.server.local);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.0\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

async function recover(club: Club, email: string) {
  const visitor = new Visitor(club.url);
  await visitor.submit(await visitor.get('/recover'), 'recover', { email });
}

describe('the mailbox of the demo club', () => {
  let club: Club;
  let email: string;
  beforeAll(async () => {
    club = await startClub();
    ({ email } = await club.member());
    await recover(club, email);
    await club.mailbox.waitFor({ to: email, subject: 'Reset your password' });
  }, 180_000);
  afterAll(() => club.stop());

  it.each(['localhost', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST'])(
    'is open to this machine by the name %s',
    async (Host) => {
      const answer = await ask(club, `/_mail.json?to=${email}`, { Host });
      expect(answer.status).toBe(200);
      expect(answer.body).toContain('/reset-password/');
    },
  );

  it.each([
    ['a request that a proxy passed on', { 'X-Forwarded-For': '192.0.2.7' }],
    ['one that claims to come from here', { 'X-Forwarded-For': '127.0.0.1' }],
    ['one with the name of another host', { 'X-Forwarded-Host': 'club.example' }],
    ['one with another protocol', { 'X-Forwarded-Proto': 'https' }],
    ['one with the address of a caller', { 'X-Real-IP': '192.0.2.7' }],
    ['one by RFC 7239', { Forwarded: 'for=192.0.2.7' }],
    ['one by a gateway', { Via: '1.1 gateway' }],
    ['a name that was made to point here', { Host: 'rebound.example:3000' }],
    ['a name that looks like one of this machine', { Host: 'localhost.example' }],
  ])('is closed to %s', async (_, headers) => {
    for (const path of ['/_mail', '/_mail.json', '/_mail/1', '/_mail/1/1']) {
      const { status, body } = await ask(club, path, headers as Record<string, string>);
      expect([path, status]).toEqual([path, 403]);
      expect(body).not.toContain(email);
    }
  });

  it('is closed to a proxy that adds no header and calls the server by a local name', async () => {
    for (const path of ['/_mail', '/_mail.json', '/_mail/1']) {
      const answer = await askAsPlainProxy(club, path);
      expect([path, answer.split('\r\n')[0]]).toEqual([path, 'HTTP/1.1 403 Forbidden']);
      expect(answer).not.toContain(email);
    }
  });
});

it('without DEMO there is no mailbox; the start says that mail is discarded, and the log that one was', async () => {
  const club = await startClub({ DEMO: '0' });
  try {
    const { email } = await club.member();
    expect(club.server.log()).toContain('SMTP_URL is not set: every mail is discarded');
    await recover(club, email);
    await expect.poll(() => club.server.log()).toContain('mail discarded: SMTP_URL is not set');
    // Like any unknown page, it leads a guest to the login.
    for (const path of ['/_mail', '/_mail.json', '/_mail/1']) {
      const { status, body } = await ask(club, path);
      expect([302, 404], path).toContain(status);
      expect(body).not.toContain(email);
    }
    const { body } = await new Visitor(club.url).get('/login');
    expect(body).not.toContain('/_mail');
  } finally {
    await club.stop();
  }
});

it('MAILBOX=1 opens it without the demo club', async () => {
  const club = await startClub({ DEMO: '0', MAILBOX: '1' });
  try {
    const { email } = await club.member();
    await recover(club, email);
    expect((await club.mailbox.waitFor({ to: email, subject: 'Reset your password' })).links).toHaveLength(1);
    expect(club.server.log()).not.toContain('SMTP_URL');
  } finally {
    await club.stop();
  }
});
