import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, sharedClub } from '../support/club';
import { answerWith, type ForeignUpstream, startForeignUpstream } from '../support/foreign-upstream';
import { bookDeposits } from '../support/ledger';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { Visitor } from '../support/visitor';

const PATH = '/financial/transactions';
const LIST = 'GET /wallet/transactions';
/** The header that Chromium sends. */
const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' };

let club: Club;
let upstream: ForeignUpstream;
let web: ServerProcess;
let visitor: Visitor;
let rows: Record<string, unknown>[];
beforeAll(async () => {
  club = await sharedClub();
  upstream = await startForeignUpstream(club.url);
  web = await startServerProcess({ UPSTREAM_URL: upstream.url, SESSION_SECRET: 'q8Zr3Wm5tYx7Kc1Vb9Nd2Hf4Lg6Js0Pa' });
  const member = await club.member();
  await bookDeposits(club, member.id, 3);
  upstream.change(LIST, (body) => {
    rows = body.data as Record<string, unknown>[];
    return body;
  });
  visitor = new Visitor(web.url);
  expect((await visitor.signIn(member)).location).toBe('/dashboard');
  await visitor.get(PATH);
}, 180_000);
afterAll(async () => {
  await web.stop();
  await upstream.close();
});

/** Overrides the upstream's list: one row on a page, and no end of pages. All pages after the first wait for `open`. */
function holdPages() {
  const held = { asked: 0, open: () => {} };
  const opened = new Promise<void>((resolve) => {
    held.open = resolve;
  });
  upstream.override(LIST, async (request, response) => {
    const url = new URL(request.url ?? '', upstream.url);
    held.asked++;
    if (url.searchParams.has('cursor')) await opened;
    const next = `${upstream.url}/api/wallet/transactions?cursor=c${held.asked}`;
    const body = { data: rows.slice(0, 1), path: next, per_page: 1, next_cursor: 'c', next_page_url: next };
    answerWith(200, { ...body, prev_cursor: null, prev_page_url: null })(request, response);
  });
  return held;
}

function download(signal?: AbortSignal) {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return fetch(`${web.url}${PATH}.csv?min=0.01`, { headers: { ...BROWSER, cookie }, signal, redirect: 'error' });
}

describe('the CSV in a browser', () => {
  it('arrives row by row, compressed, while the rows to come are not written yet', async () => {
    const held = holdPages();
    const leave = new AbortController();
    const answer = await download(leave.signal);
    expect([answer.headers.get('content-encoding'), answer.headers.get('content-length')]).toEqual(['br', null]);
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('TX-')) text += (await reader?.read())?.value;
    expect(text.trim().split('\r\n')).toHaveLength(2);
    await expect.poll(() => held.asked).toBe(2);

    held.open();
    while (text.trim().split('\r\n').length < 5) text += (await reader?.read())?.value;
    leave.abort();
  });

  it('breaks off where the list does, so that nobody takes it for whole', async () => {
    const held = holdPages();
    const answer = await download();
    await expect.poll(() => held.asked).toBe(2);
    upstream.override(LIST, answerWith(503, { message: 'Away' }));
    held.open();
    await expect(answer.text()).rejects.toThrow();
  });

  it('asks for no more pages once the download was canceled', async () => {
    const held = holdPages();
    const leave = new AbortController();
    const reader = (await download(leave.signal)).body?.getReader();
    held.open();
    await reader?.read();
    leave.abort();
    // The list has no end, so an uncanceled download would request pages forever.
    let before = -1;
    await expect
      .poll(
        async () => {
          const isQuiet = before === held.asked;
          before = held.asked;
          return isQuiet;
        },
        { interval: 500 },
      )
      .toBe(true);
    expect(held.asked).toBeGreaterThan(0);
    expect(web.log()).not.toContain('unexpected error');
  });
});

it('a page comes as a whole, with its length', async () => {
  const answer = await fetch(`${web.url}/login`, { headers: BROWSER });
  const plain = await fetch(`${web.url}/login`, { headers: { 'accept-encoding': 'identity' } });
  const length = Number(answer.headers.get('content-length'));
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(length).toBeGreaterThan(1000);
  expect(length).toBeLessThan((await plain.text()).length / 2);
  expect(await answer.text()).toContain('</html>');
});
