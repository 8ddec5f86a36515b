import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import { queues } from '../jobs/queues';
import { createDelivery, withTimeouts } from './delivery';
import { layOut } from './layout';
import { type MailTemplate, sendMail } from './mail';
import { serveMailbox } from './mailbox';

const greeting: MailTemplate<{ name: string }> = (language, { name, productName }) => ({
  subject: language === 'de' ? `Hallo ${name}` : `Hello ${name}`,
  paragraphs: [`${name}, welcome to ${productName}.`, 'Second\nline'],
  action: { label: 'Open', url: 'https://club.test/a?x=1&y=2' },
  notes: ['Not you? <Ignore> it.'],
});

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Starts an SMTP server that accepts messages, unless `refuse` says more of a line, and records them. */
async function startSmtp(
  refuse: (line: string) => string | null = () => null,
): Promise<{ url: string; commands: string[]; message: () => string }> {
  const commands: string[] = [];
  let message = '';
  const server = createServer((socket) => {
    let isData = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      if (isData) {
        message += chunk;
        if (message.endsWith('\r\n.\r\n')) {
          isData = false;
          socket.write('250 taken\r\n');
        }
        return;
      }
      for (const line of String(chunk).trim().split('\r\n')) {
        commands.push(line);
        isData = line === 'DATA';
        socket.write(`${refuse(line) ?? (isData ? '354 go on' : '250 fine')}\r\n`);
      }
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, commands, message: () => message };
}

const club = { productName: 'Almende', publicUrl: 'https://club.test' };

describe('the layout', () => {
  it('says the same as text and as HTML, escaped', () => {
    const content = greeting('en', { name: '<b>"Ann" & Co</b>', productName: 'Almende' });
    const { subject, text, html, links } = layOut(content, 'en', club);
    expect(subject).toBe('Hello <b>"Ann" & Co</b>');
    expect(text).toContain(
      '<b>"Ann" & Co</b>, welcome to Almende.\n\nSecond\nline\n\nOpen:\nhttps://club.test/a?x=1&y=2',
    );
    expect(html).not.toContain('<b>');
    expect(html).toContain('href="https://club.test/a?x=1&#38;y=2"');
    expect(html).toContain('Second<br>line');
    expect(html).toContain('&#60;Ignore&#62;');
    expect(links).toEqual(['https://club.test/a?x=1&y=2']);
  });

  it('breaks what is longer than its frame, such as a proof', () => {
    const { html } = layOut({ subject: 'Proof', paragraphs: [], notes: ['x'.repeat(500)] }, 'en', club);
    expect(html).toMatch(/<div style="[^"]*overflow-wrap:anywhere[^"]*">/);
  });

  it('has its frame in the mail’s language', () => {
    const { html } = layOut(greeting('de', { name: 'Anna', productName: 'Almende' }), 'de', club);
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('Du bekommst diese E-Mail');
  });

  it('links the imprint and the contact', () => {
    const { text, html, links } = layOut(greeting('de', { name: 'Anna', productName: 'Almende' }), 'de', club);
    expect(text).toMatch(/Impressum: https:\/\/club\.test\/imprint\nKontakt: https:\/\/club\.test\/contact\n$/);
    expect(html).toMatch(/href="https:\/\/club\.test\/imprint"[^>]*>Impressum<\/a>/);
    expect(html).toMatch(/href="https:\/\/club\.test\/contact"[^>]*>Kontakt<\/a>/);
    expect(links).toHaveLength(1);
  });
});

describe('the URL of a mail server', () => {
  it('gets what it does not name: an end of each wait, before the queue gives the job to another process', () => {
    const added = [...new URL(withTimeouts('smtp://mail.test')).searchParams];
    const names = ['dnsTimeout', 'connectionTimeout', 'greetingTimeout', 'socketTimeout'];
    expect(added.map(([name]) => name)).toEqual(names);
    const longest = added.reduce((sum, [, ms]) => sum + Number(ms), 0);
    expect(longest).toBeLessThan(queues.mail.expireInSeconds * 1000);
    expect(withTimeouts('smtps://a:p%40ss@mail.test:465?socketTimeout=5')).toMatch(
      /^smtps:\/\/a:p%40ss@mail\.test:465\?socketTimeout=5&dnsTimeout=\d+&[^s]+$/,
    );
    expect(withTimeouts('mail.test')).toBe('mail.test');
  });
});

describeOnEachDatabase('mail', (open) => {
  it('goes into the mailbox after the commit, once, and shows there', async () => {
    const deps = await open();
    const deliver = createDelivery(deps.db, deps.config, deps.log);
    // A job runs at least once, so it may run twice.
    deps.jobs.work('mail', async (job) => {
      await deliver(job);
      await deliver(job);
    });
    for (const to of ['anna@example.test', 'ben@example.test', 'anna@example.test']) {
      await transaction(deps.db, (tx) =>
        sendMail(tx, deps, { to, language: 'de', template: greeting, data: { name: '<i>A</i>' } }),
      );
      await deps.jobs.idle();
    }
    const mailbox = serveMailbox(deps.db);
    const json = await (await mailbox(new Request('http://x/_mail.json?to=anna@example.test'))).json();
    expect(json).toHaveLength(2);
    expect(json[0].id).toBeGreaterThan(json[1].id);
    expect(Object.keys(json[0])).toEqual(['id', 'to', 'subject', 'text', 'html', 'links', 'attachments', 'created_at']);
    expect(json[0]).toMatchObject({ subject: 'Hallo <i>A</i>', links: ['https://club.test/a?x=1&y=2'] });

    const page = await mailbox(new Request('http://x/_mail'));
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html.match(/<article>/g)).toHaveLength(3);
    expect(html).toContain('<a href="https://club.test/a?x=1&#38;y=2">https://club.test/a?x=1&#38;y=2</a>');
    expect(html).not.toMatch(/<i>|style=/);
    const one = await mailbox(new Request(`http://x/_mail/${json[1].id}`));
    expect(await one.text()).toContain('Hallo &#60;i&#62;A&#60;/i&#62;');
    expect((await mailbox(new Request('http://x/_mail/999999'))).status).toBe(404);
    expect((await mailbox(new Request('http://x/_mail.css'))).headers.get('content-type')).toMatch(/^text\/css/);
  });

  it('in the mailbox has its attachments as files', async () => {
    const deps = await open();
    const attachments = [{ name: 'TX "1".json', mimeType: 'application/json', text: '{"a":"ä"}' }];
    const words = layOut(greeting('en', { name: 'Ben', productName: 'Almende' }), 'en', club);
    const data = { to: 'ben@example.test', language: 'en' as const, ...words, attachments };
    await createDelivery(deps.db, deps.config, deps.log)({ id: randomUUID(), data });
    const mailbox = serveMailbox(deps.db);
    const get = (path: string) => mailbox(new Request(`http://x${path}`));
    const [mail] = await (await get('/_mail.json?to=ben@example.test')).json();
    expect(mail.attachments).toEqual(attachments);
    const path = `/_mail/${mail.id}/1`;
    expect(await (await get('/_mail')).text()).toContain(`<a href="${path}">TX &#34;1&#34;.json</a>`);
    const file = await get(path);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="TX__1_.json"');
    expect(await file.text()).toBe('{"a":"ä"}');
    for (const none of [`/_mail/${mail.id}/2`, '/_mail/999999/1']) expect((await get(none)).status).toBe(404);
  });

  it('goes over SMTP, and no name or address adds a header or a recipient', async () => {
    const smtp = await startSmtp();
    const deps = await open({ smtpUrl: smtp.url });
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
    deps.jobs.work('mail', createDelivery(deps.db, deps.config, log));
    await transaction(deps.db, (tx) =>
      sendMail(tx, deps, {
        to: 'anna@example.test\r\nBcc: eve@example.test, mallory@example.test',
        language: 'en',
        template: greeting,
        data: { name: 'Anna\r\nBcc: eve@example.test\r\n\r\nInjected' },
      }),
    );
    await deps.jobs.idle();
    const [head = ''] = smtp.message().split('\r\n\r\n');
    expect(smtp.commands.filter((command) => command.startsWith('RCPT'))).toHaveLength(1);
    expect(head.split('\r\n').filter((line) => /^(bcc|cc):/i.test(line))).toEqual([]);
    expect(head).toMatch(/^Subject: Hello Anna Bcc: eve@example.test Injected$/m);
    expect(head).toContain('Auto-Submitted: auto-generated');
    expect(head).toMatch(/^Message-ID: <[0-9a-f-]{36}@localhost>$/im);
    expect(head).toContain('multipart/alternative');
    expect(lines.join()).not.toMatch(/example\.test|club\.test/);
  });

  it('is not sent once what it is for is over', async () => {
    const smtp = await startSmtp();
    const deps = await open({ smtpUrl: smtp.url });
    deps.jobs.work('mail', createDelivery(deps.db, deps.config, deps.log));
    const send = (name: string, seconds: number) =>
      transaction(deps.db, (tx) =>
        sendMail(tx, deps, {
          ...{ to: `${name}@example.test`, language: 'en', template: greeting, data: { name } },
          until: new Date(Date.now() + seconds * 1000),
        }),
      );
    await send('late', -1);
    await send('anna', 600);
    await deps.jobs.idle();
    expect(smtp.commands.filter((command) => command.startsWith('RCPT'))).toEqual(['RCPT TO:<anna@example.test>']);
    expect(await deps.db.$client.query('select id from pgboss.job')).toMatchObject({ rows: [] });
  });

  it('with a code goes before mail that can wait', async () => {
    const smtp = await startSmtp();
    const deps = await open({ smtpUrl: smtp.url });
    const mail = { language: 'en' as const, template: greeting, data: { name: 'Anna' } };
    for (const [name, until] of [['digest'], ['news'], ['code', new Date(Date.now() + 600_000)]] as const)
      await transaction(deps.db, (tx) => sendMail(tx, deps, { ...mail, to: `${name}@example.test`, until }));
    deps.jobs.work('mail', createDelivery(deps.db, deps.config, deps.log));
    await deps.jobs.idle();
    const sent = smtp.commands.filter((command) => command.startsWith('RCPT'));
    expect(sent.map((command) => /<(\w+)@/.exec(command)?.[1])).toEqual(['code', 'digest', 'news']);
  });

  it.each([
    ['does not know the address', '550 5.1.1 <anna@example.test>: no such user', 0],
    ['relays nothing for us', '554 5.7.1 <anna@example.test>: relay access denied', 1],
    ['asks to come again', '450 4.2.0 <anna@example.test>: greylisted', 1],
  ])('is tried again unless the server will never take it: one that %s', async (_, refusal, kept) => {
    const smtp = await startSmtp((line) => (line.startsWith('RCPT') ? refusal : null));
    const deps = await open({ smtpUrl: smtp.url });
    await transaction(deps.db, (tx) =>
      sendMail(tx, deps, { to: 'anna@example.test', language: 'en', template: greeting, data: { name: 'Anna' } }),
    );
    deps.jobs.work('mail', createDelivery(deps.db, deps.config, deps.log));
    await deps.jobs.idle();
    const { rows } = await deps.db.$client.query('select id from pgboss.job');
    expect(rows).toHaveLength(kept);
  });

  it('stays in the queue while the SMTP server is away', async () => {
    const deps = await open({ smtpUrl: 'smtp://127.0.0.1:9' });
    deps.jobs.work('mail', createDelivery(deps.db, deps.config, deps.log));
    await transaction(deps.db, (tx) =>
      sendMail(tx, deps, { to: 'anna@example.test', language: 'en', template: greeting, data: { name: 'Anna' } }),
    );
    await deps.jobs.idle();
    const { rows } = await deps.db.$client.query('select state, output from pgboss.job');
    expect(rows).toEqual([{ state: 'retry', output: { code: 'ESOCKET' } }]);
  });
});
