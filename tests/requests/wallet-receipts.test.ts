import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { checkProof } from '../../upstream/wallet/receipts/independent-check.testing';
import { walletTransactions } from '../../upstream/wallet/transactions/transactions.tables';
import { type Club, sharedClub } from '../support/club';
import { bookDeposits } from '../support/ledger';
import { textsIn } from '../support/texts';
import { readableText, Visitor } from '../support/visitor';

const t = textsIn('en');
let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

async function aMemberWithMoney() {
  const member = await club.member();
  await bookDeposits(club, member.id, 1);
  const [row] = await club.db.select().from(walletTransactions).where(eq(walletTransactions.userId, member.id));
  const visitor = new Visitor(club.url);
  await visitor.signIn(member);
  return { visitor, label: row?.label ?? '' };
}

it('a receipt is a PDF to save, and its proof a file that anybody can check', async () => {
  const { visitor, label } = await aMemberWithMoney();
  for (const name of ['receipt.pdf', 'receipt']) {
    const pdf = await visitor.get(`/financial/transaction/${label}/${name}`);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(pdf.headers.get('content-disposition')).toBe(
      `attachment; filename="Receipt_${label}.pdf"; filename*=UTF-8''Receipt%20${label}.pdf`,
    );
    expect(pdf.headers.get('cache-control')).toBe('no-store, private');
    expect(pdf.body.slice(0, 5)).toBe('%PDF-');
  }
  const proof = await visitor.get(`/financial/transaction/${label}/receipt.json`);
  expect(proof.headers.get('content-type')).toBe('application/json');
  expect(checkProof(proof.body)).toEqual(['']);
});

it('somebody else’s receipt is answered like one that does not exist', async () => {
  const { label } = await aMemberWithMoney();
  const { visitor } = await aMemberWithMoney();
  for (const one of [label, 'TX-0']) {
    const path = `/financial/transaction/${one}`;
    for (const name of ['receipt.pdf', 'receipt']) {
      const answer = await visitor.get(`${path}/${name}`);
      expect(answer.location).toBe(path);
      const page = await visitor.follow(answer);
      expect([page.status, readableText(page)]).toEqual([404, expect.stringContaining(t('problem.not_found.text'))]);
    }
    const proof = await visitor.get(`${path}/receipt.json`);
    expect([proof.status, proof.body]).toEqual([404, t('problem.not_found.text')]);
  }
});

it('a statement of wrong days leads back to the form, which says what is wrong', async () => {
  const { visitor } = await aMemberWithMoney();
  const refused = await visitor.get('/financial/statement/file?from=2026-11-02&to=2026-11-01');
  expect(refused.location).toBe('/financial/statement?from=2026-11-02&to=2026-11-01');
  const page = await visitor.get(refused.location ?? '');
  expect(page.status).toBe(422);
  expect(page.body).toContain('<title>Error: ');
  expect(page.body).toContain(`<a href="#to">${t('wallet:receipt.faults.order')}</a>`);
});

it('the verifier page runs its own script and nothing else, and is kept for an hour', async () => {
  const page = await new Visitor(club.url).get('/log/verifier.html');
  expect(page.status).toBe(200);
  const policy = page.headers.get('content-security-policy');
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'none'/,
  );
  expect(policy).not.toContain('sandbox');
  expect(page.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(page.body).not.toMatch(/https?:\/\/|src=|href=/);
});
