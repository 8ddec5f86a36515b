import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Finding } from '../../server/conformance/check';
import { demoPassword } from '../../upstream/identity/identity.seed';
import { type Club, startClub } from '../support/club';
import { answerWith, type ForeignUpstream, startForeignUpstream } from '../support/foreign-upstream';
import { root } from '../support/server-process';

const file = join(root, 'docs/conformance.md');
const introduction = `# Conformance of the embedded back end

What \`npm run conformance -- --write\` says of the embedded back end, asked as Anna of the demo club: see [upstream.md](upstream.md). A test compares this file; \`WRITE_CONFORMANCE=1 npm test -- unit conformance\` writes it.
`;

let club: Club;
let upstream: ForeignUpstream;
let token: string;
beforeAll(async () => {
  club = await startClub();
  upstream = await startForeignUpstream(club.url);
  token = await signIn(await club.member());
}, 120_000);
afterAll(async () => {
  await upstream.close();
  await club.stop();
});

async function signIn({ email, password }: { email: string; password: string }): Promise<string> {
  const login = await fetch(`${club.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return ((await login.json()) as { token: { access_token: string } }).token.access_token;
}

interface Result {
  code: number;
  output: string;
}

const check = (...args: string[]) =>
  new Promise<Result>((resolve) => {
    const env = { ...process.env, CONFORMANCE_TOKEN: token };
    const all = ['build/conformance.js', '--url', `${upstream.url}/api`, ...args];
    execFile(process.execPath, all, { env, maxBuffer: 10_000_000 }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });

const findingsOf = async (...args: string[]) => JSON.parse((await check('--json', ...args)).output) as Finding[];

const verdictOf = (findings: Finding[], call: string) => findings.find((one) => one.call === call)?.verdict;

describe('the embedded back end', () => {
  it('answers every call that can be asked as the contract says', async () => {
    const findings = await findingsOf();
    const wrong = findings.filter(({ verdict }) => verdict === 'differs' || verdict === 'missing');
    expect(wrong.map(({ call, why, differences }) => ({ call, why, differences }))).toEqual([]);
    expect(findings.filter(({ verdict }) => verdict === 'works').length).toBeGreaterThan(40);
    expect(verdictOf(findings, 'GET /user/header')).toBe('works');
    expect(verdictOf(findings, 'POST /user/password')).toBe('not tried');
  });

  it('refuses empty bodies as Laravel does', async () => {
    const findings = await findingsOf('--write');
    expect(findings.filter(({ verdict }) => verdict === 'differs').map(({ call, why }) => [call, why])).toEqual([]);
    expect(verdictOf(findings, 'POST /auth/login')).toBe('works');
  });

  it('answers Anna as the table of the documents says', async () => {
    const own = token;
    token = await signIn({ email: 'anna@example.org', password: demoPassword });
    const { output } = await check('--write');
    token = own;
    const text = `${introduction}\n\`\`\`\n${output}\`\`\`\n`;
    if (process.env.WRITE_CONFORMANCE) writeFileSync(file, text);
    expect(text).toBe(readFileSync(file, 'utf8'));
  });

  it('is shown as text, by step', async () => {
    const { code, output } = await check();
    expect(code).toBe(0);
    expect(output).toMatch(/^To sign in and look\n/);
    expect(output).toMatch(/works +GET \/user\/header +200/);
    expect(output).toMatch(/\d+ works, \d+ not tried, \d+ refused, 0 missing, 0 differs/);
  });
});

describe('a wrong back end', () => {
  const calls = [
    ...['GET /user/header', 'GET /news/posts', 'GET /wallet', 'GET /wallet/open'],
    ...['POST /auth/login', 'GET /affiliate'],
  ];
  afterEach(() => {
    for (const call of calls) upstream.override(call, null);
  });

  it('is caught, with field, expected and found', async () => {
    upstream.change('GET /user/header', (header) => ({ ...header, user: { ...(header.user as object), id: 'seven' } }));
    upstream.override('GET /news/posts', answerWith(404, { message: 'The route api/news/posts could not be found.' }));
    upstream.override('GET /wallet', answerWith(500, '<h1>Whoops</h1>'));
    upstream.override('GET /wallet/open', answerWith(200, '<h1>Welcome</h1>'));
    upstream.override('POST /auth/login', answerWith(422, { message: 'No.' }));
    upstream.override('GET /affiliate', answerWith(302, '', { location: `${club.url}/api/affiliate` }));
    const findings = await findingsOf('--write');
    expect(calls.map((call) => [call, verdictOf(findings, call)])).toEqual([
      ['GET /user/header', 'differs'],
      ['GET /news/posts', 'missing'],
      ['GET /wallet', 'differs'],
      ['GET /wallet/open', 'differs'],
      ['POST /auth/login', 'differs'],
      ['GET /affiliate', 'differs'],
    ]);
    const { code, output } = await check();
    expect(code).toBe(1);
    expect(output).toContain('user.id: expected number, found string');
    expect(output).toMatch(/differs +GET \/affiliate +302 redirects/);
  });

  it('gets bodies of the type that the web app sends', async () => {
    const types: unknown[] = [];
    upstream.override('POST /auth/login', (request, response) => {
      types.push(request.headers['content-type']);
      answerWith(422, { message: 'No.', errors: { email: ['No.'] } })(request, response);
    });
    await check('--write');
    vi.stubEnv('UPSTREAM_VENDOR', 'farm');
    await check('--write');
    expect(types).toEqual(['application/vnd.almende.v1+json', 'application/vnd.farm.v1+json']);
  });

  it('tells a call that is missing from a member who has nothing there', async () => {
    upstream.override('GET /wallet', answerWith(404, { message: 'No query results for model [App\\Models\\Wallet].' }));
    upstream.override('GET /wallet/open', answerWith(404, { message: 'Not Found' }));
    upstream.override('GET /news/posts', answerWith(404, '<h1>404</h1>'));
    const findings = await findingsOf();
    expect(['GET /wallet', 'GET /wallet/open', 'GET /news/posts'].map((call) => verdictOf(findings, call))).toEqual([
      'refused',
      'missing',
      'missing',
    ]);
  });

  it('is caught if it is not there', async () => {
    await upstream.close();
    try {
      const findings = await findingsOf();
      expect(verdictOf(findings, 'GET /user/header')).toBe('missing');
      expect((await check()).code).toBe(1);
    } finally {
      await upstream.open();
    }
  });
});

it('a call without an address says what is missing', async () => {
  const { code, output } = await check('--url', 'nonsense');
  expect([code, output]).toEqual([2, 'Give --url and --token. `--help` shows how.\n']);
});
