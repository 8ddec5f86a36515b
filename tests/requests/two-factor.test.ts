import jsQR from 'jsqr';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Club, startClub } from '../support/club';
import type { Member } from '../support/members';
import { oneTimeCode } from '../support/one-time-code';
import { type Page, readableText, Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

let visitor: Visitor;
let mira: Member;
beforeEach(async () => {
  visitor = new Visitor(club.url);
  mira = await club.member();
  await visitor.signIn(mira);
});

const overview = '/settings/2fa';

async function begin(password = mira.password): Promise<Page> {
  const answer = await visitor.submit(await visitor.get(overview), 'two-factor', { password });
  return answer.location ? visitor.follow(answer) : answer;
}

const secretOn = ({ body }: Page) =>
  (/<dd class="copy mono">([A-Z2-7 ]+)<\/dd>/.exec(body)?.[1] ?? '').replace(/ /g, '');
const codesOn = ({ body }: Page) =>
  [...body.matchAll(/<li>([0-9A-Z]{5}-[0-9A-Z]{5})<\/li>/g)].map(([, code = '']) => code);

/** Switches two-factor sign-in on. `used` is the code that did it. */
async function switchOn(): Promise<{ page: Page; codes: string[]; secret: string; setup: Page; used: string }> {
  const setup = await begin();
  const secret = secretOn(setup);
  const used = oneTimeCode(secret, club.clock.now());
  const page = await visitor.submit(setup, 'two-factor', { one_time_password: used });
  expect(page.status).toBe(200);
  return { page, codes: codesOn(page), secret, setup, used };
}

/** Reads the QR code as a camera does: each module some pixels wide, on white. */
function readQr({ body }: Page): string {
  const [, size = '', path = ''] =
    /<svg class="qr"[^>]* viewBox="0 0 (\d+) \d+"[^>]*><path d="([^"]+)"/.exec(body) ?? [];
  const margin = 4;
  const scale = 4;
  const width = (Number(size) + 2 * margin) * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  const draw = (left: number, top: number, length: number) => {
    for (let row = (top + margin) * scale; row < (top + margin + 1) * scale; row++) {
      const start = row * width + (left + margin) * scale;
      for (let at = start; at < start + length * scale; at++) pixels.fill(0, at * 4, at * 4 + 3);
    }
  };
  let [x, y] = [0, 0];
  for (const [, across, down, drawn] of path.matchAll(/m(-?\d+) (\d+)|h(\d+)/g)) {
    if (drawn) draw(x, y, Number(drawn));
    x += Number(drawn ?? across);
    y += Number(down ?? 0);
  }
  return jsQR(pixels, width, width)?.data ?? '';
}

it('the QR code says the secret, the member and the club, and the key beside it is the same', async () => {
  const page = await begin();
  const url = new URL(readQr(page));
  expect([url.protocol, url.host]).toEqual(['otpauth:', 'totp']);
  expect(decodeURIComponent(url.pathname)).toBe(`/Almende:${mira.email}`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    issuer: 'Almende',
    secret: secretOn(page),
  });
  expect(secretOn(page)).toMatch(/^[A-Z2-7]{32}$/);
});

it('secret and codes stand on their page alone: in no cookie, no URL, no cache and no log', async () => {
  const { page, codes, secret, setup } = await switchOn();
  expect(codes).toHaveLength(10);
  for (const { headers } of [setup, page]) expect(headers.get('cache-control')).toContain('no-store');
  const elsewhere = [...visitor.cookies.values(), setup.path, page.path, page.body, club.server.log()].join('\n');
  expect(elsewhere).not.toContain(secret);
  const afterwards = await visitor.get(overview);
  for (const code of codes) for (const text of [afterwards.body, club.server.log()]) expect(text).not.toContain(code);
});

it('another browser of the member never sees the secret', async () => {
  const other = new Visitor(club.url);
  await other.signIn(mira);
  const secret = secretOn(await begin());
  const page = await other.get(overview);
  expect(page.body).not.toContain('class="qr"');
  expect(readableText(page)).not.toContain(secret.slice(0, 4));
  await switchOn();
  expect((await other.get(overview)).location).toBe(`/lock?return_to=${encodeURIComponent(overview)}`);
});

it('a wrong password and a wrong code are refused at their field, and nothing secret comes back', async () => {
  const refused = await begin('not-my-password');
  expect(refused.status).toBe(422);
  expect(readableText(refused)).toContain('This is not your current password.');
  expect(refused.body).not.toContain('not-my-password');
  expect((await begin('')).status).toBe(422);
  const setup = await begin();
  const wrong = await visitor.submit(setup, 'two-factor', { one_time_password: '000 000' });
  expect(wrong.status).toBe(422);
  expect(readableText(wrong)).toContain('This code is not right, or it was used before.');
  expect(secretOn(wrong)).toBe(secretOn(setup));
  expect((await visitor.submit(setup, 'two-factor', { one_time_password: '' })).status).toBe(422);
});

it('a set-up that took too long leads to a new one', async () => {
  const setup = await begin();
  await club.clock.advance(15 * 60);
  const one_time_password = oneTimeCode(secretOn(setup), club.clock.now());
  const late = await visitor.submit(setup, 'two-factor', { one_time_password });
  expect([late.status, late.location]).toEqual([303, overview]);
  const page = await visitor.follow(late);
  expect(readableText(page)).toContain('Please begin again.');
  expect(page.body).toContain('name="password"');
});

it('sending the code a second time, as a reload does, changes nothing', async () => {
  const setup = await begin();
  const one_time_password = oneTimeCode(secretOn(setup), club.clock.now());
  expect((await visitor.submit(setup, 'two-factor', { one_time_password })).status).toBe(200);
  const again = await visitor.submit(setup, 'two-factor', { one_time_password });
  expect([again.status, again.location]).toEqual([303, overview]);
  expect(readableText(await visitor.follow(again))).toContain('Two-factor sign-in is already on.');
});

it('the codes stay until the box is ticked, and over a switch of language', async () => {
  const { page, codes } = await switchOn();
  const unticked = await visitor.submit(page, 'two-factor');
  expect(unticked.status).toBe(422);
  expect(codesOn(unticked)).toEqual(codes);
  expect(readableText(unticked)).toContain('Please confirm that you have saved the codes.');
  const german = await visitor.submit(page, 'two-factor', { language: 'de' });
  expect(codesOn(german)).toEqual(codes);
  expect(readableText(german)).toContain('Sichere diese Codes jetzt.');
  const done = await visitor.submit(german, 'recovery-codes', { saved: 'on' });
  expect([done.status, done.location]).toEqual([303, overview]);
});

it('the codes come as a file, and nothing but codes does', async () => {
  const { page, codes } = await switchOn();
  const file = await visitor.submit(page, 'recovery-codes-file');
  expect(file.status).toBe(200);
  expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="recovery-codes.txt"');
  expect(file.headers.get('cache-control')).toBe('no-store');
  const lines = file.body.split('\r\n');
  expect(lines.slice(0, 2)).toEqual(['Almende: recovery codes', mira.email]);
  expect(lines.slice(3, 13)).toEqual(codes);

  const path = '/settings/2fa/recovery-codes.txt';
  const forged = await visitor.submit(page, 'recovery-codes-file', { recovery_codes: ['<script>alert(1)</script>'] });
  expect([forged.status, forged.location]).toEqual([303, overview]);
  expect((await visitor.post(path, { recovery_codes: codes })).location).toBe(overview);
  expect((await new Visitor(club.url).post(path, { recovery_codes: codes })).location).toBe(overview);
  expect((await visitor.get(path)).status).toBe(404);
});

it('the pages of a factor that is on lead to the overview while it is off', async () => {
  for (const path of ['/settings/2fa/recovery-codes', '/settings/2fa/disable', '/settings/2fa/disable?recovery']) {
    expect((await visitor.get(path)).location, path).toBe(overview);
  }
});

it('a copied cookie is worth nothing once it is on, and the browser that switched it on goes on', async () => {
  const setup = await begin();
  const thief = new Visitor(club.url);
  for (const [name, value] of visitor.cookies) thief.cookies.set(name, value);
  expect((await thief.get(overview)).status).toBe(200);
  const one_time_password = oneTimeCode(secretOn(setup), club.clock.now());
  expect((await visitor.submit(setup, 'two-factor', { one_time_password })).status).toBe(200);
  expect((await thief.get(overview)).location).toBe(`/lock?return_to=${encodeURIComponent(overview)}`);
  expect((await visitor.get(overview)).status).toBe(200);
});

it('a used code, a foreign recovery code and none at all switch nothing off', async () => {
  const { used } = await switchOn();
  const byApp = await visitor.get('/settings/2fa/disable');
  for (const verification_code of [used, '000000', '']) {
    const refused = await visitor.submit(byApp, 'disable-two-factor', { verification_code });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain('id="disable-two-factor-verification_code-error"');
  }
  const other = await club.member({ twoFactor: true });
  const byCode = await visitor.get('/settings/2fa/disable?recovery');
  for (const recovery_code of [other.recoveryCodes[0] ?? '', '']) {
    const refused = await visitor.submit(byCode, 'disable-two-factor', { recovery_code });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain('id="disable-two-factor-recovery_code-error"');
    if (recovery_code) expect(refused.body).not.toContain(recovery_code);
  }
  expect(readableText(await visitor.get(overview))).toContain('10 of 10 left');
});
