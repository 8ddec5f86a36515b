import { createPublicKey, verify } from 'node:crypto';
import { count } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ledgerEntries } from '../../upstream/ledger/ledger.tables';
import { type Club, startClub } from '../support/club';
import { bookDeposits } from '../support/ledger';
import { textsIn } from '../support/texts';
import { readableText, Visitor } from '../support/visitor';

const t = textsIn('en');
let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

interface HeadAnswer {
  head: { size: number; root_hash: string; note: string } | null;
  verifier_keys: string[];
}
const headNow = async () => (await (await fetch(`${club.url}/api/wallet/log/head`)).json()) as HeadAnswer;

/** Books deposits in one transaction and waits until one head of the log includes them. */
async function grow(deposits: number): Promise<NonNullable<HeadAnswer['head']>> {
  const { id } = await club.member();
  await bookDeposits(club, id, deposits);
  const [booked] = await club.db.select({ entries: count() }).from(ledgerEntries);
  return vi.waitFor(async () => {
    const { head } = await headNow();
    if (head?.size !== Number(booked?.entries)) throw new Error('The log waits for an entry');
    return head;
  }, 60_000);
}

describe('the log of the ledger', () => {
  it('shows its newest head on the page', async () => {
    const head = await grow(1);
    const page = await new Visitor(club.url).get('/log');
    expect(page.status).toBe(200);
    expect(readableText(page)).toContain(t('wallet:log.entries_other', { count: head.size }));
    expect(page.body).toContain(head.root_hash);
  });

  it('has a head that anybody can check with the key beside it', async () => {
    const head = await grow(3);
    const [text = '', signed = ''] = head.note.split('\n\n');
    const [, , line = ''] = /^(— \S+) (\S+)$/.exec(signed.trim()) ?? [];
    const key = Buffer.from((await headNow()).verifier_keys[0]?.split('+').slice(2).join('+') ?? '', 'base64').subarray(
      1,
    );
    const publicKey = createPublicKey({
      key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key]),
      format: 'der',
      type: 'spki',
    });
    const signature = Buffer.from(line, 'base64').subarray(4);
    expect(verify(null, Buffer.from(`${text}\n`), publicKey, signature)).toBe(true);
    expect(verify(null, Buffer.from(`${text}\n `), publicKey, signature)).toBe(false);
    expect(text.split('\n').slice(1, 3)).toEqual([String(head.size), head.root_hash]);
  });

  it('proves that it begins with an earlier head, on the page as well', async () => {
    const earlier = await grow(1);
    const later = await grow(4);
    const answer = await fetch(`${club.url}/api/wallet/log/consistency?from=${earlier.size}&to=${later.size}`);
    const { from, path } = (await answer.json()) as { from: HeadAnswer['head']; path: string[] };
    expect(from).toEqual(earlier);
    const page = await new Visitor(club.url).get(`/log?from=${earlier.size}`);
    expect(page.status).toBe(200);
    for (const hash of path) expect(page.body).toContain(hash);
  });

  it.each([
    ['none', 422, 'whole_number'],
    ['-1', 422, 'whole_number'],
    ['1e3', 422, 'whole_number'],
    ['999999', 422, 'too_large'],
    ['1', 404, 'no_head'],
  ])('asked for an earlier head of %s entries is answered %i, with words', async (from, status, text) => {
    const { size } = await grow(2);
    const page = await new Visitor(club.url).get(`/log?from=${from}`);
    expect(page.status).toBe(status);
    expect(readableText(page)).toContain(t(`wallet:log.${text}`, { size: text === 'too_large' ? size : from }));
    expect(page.body).toContain(`value="${from}"`);
  });

  it.each([
    ['from=0&to=1', 422],
    ['from=2&to=1', 422],
    ['from=1&to=1', 404],
    ['from=1', 422],
  ])('answers the call with %s by %i', async (query, status) => {
    expect((await fetch(`${club.url}/api/wallet/log/consistency?${query}`)).status).toBe(status);
  });

  it('is checked by staff from the command line', async () => {
    const { size } = await grow(1);
    const said = await club.staff('ledger', 'verify', '--json');
    expect(said).toMatchObject({ code: 0 });
    expect(JSON.parse(said.stdout)).toMatchObject({ entries: size, leaves: size, faults: [] });
  });
});
