import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newLabel } from '../../upstream/wallet/labels';
import { type Club, startClub } from '../support/club';
import type { Member } from '../support/members';
import { givePlants } from '../support/plants';
import { textsIn } from '../support/texts';
import { readableText, Visitor } from '../support/visitor';

const t = textsIn('en');
const [pending, paid, reversed] = [newLabel('CM'), newLabel('CM'), newLabel('CM')];
const [payment, takenBack] = [newLabel('TX'), newLabel('TX')];
let club: Club;
let visitor: Visitor;
let other: Visitor;
let order: string;

/** A member of whose first line somebody has bought three times, and whose reversed commission was set off. */
beforeAll(async () => {
  club = await startClub();
  const member = await club.member({ language: 'en' });
  const buyer = await club.member({ firstname: '=Ada', lastname: 'Kern' });
  const orders: string[] = [];
  for (let n = 0; n < 3; n++) orders.push(await givePlants(club, buyer, { roomCode: `C${n}`, quantity: 1 }));
  order = orders[0] as string;
  await addCommissions(member, buyer, orders);
  [visitor, other] = [new Visitor(club.url), new Visitor(club.url)];
  await visitor.signIn(member);
  await other.signIn(await club.member({ language: 'de' }));
}, 180_000);
afterAll(() => club?.stop());

/** Rows of a past in which orders were paid. Without their triggers, which want the entries of the ledger. */
async function addCommissions(member: Member, buyer: Member, orders: string[]): Promise<void> {
  const day = (back: number) => `'${new Date(club.clock.now() - back * 86_400_000).toISOString()}'`;
  const of = (n: number) => `${member.id}, ${buyer.id}, 1, '${orders[n]}', 500, 10000, 500`;
  await club.db.execute(
    sql.raw(`do $$ begin
      set local session_replication_role = replica;
      insert into affiliate_lines (member_id, level, upline_id) values (${buyer.id}, 1, ${member.id});
      insert into affiliate_commissions (id, user_id, buyer_id, level, order_label, rate, base_amount, amount, status,
          created_at, matures_at, paid_at, withheld, transaction_label, reversed_at, reason, settled_at, taken, owed, reversal_label)
        values ('${pending}', ${of(0)}, 'pending', ${day(1)}, ${day(-13)}, null, 0, null, null, null, null, 0, 0, null),
          ('${paid}', ${of(1)}, 'paid', ${day(40)}, ${day(26)}, ${day(26)}, 380, '${payment}', null, null, null, 0, 0, null),
          ('${reversed}', ${of(2)}, 'reversed', ${day(60)}, ${day(46)}, ${day(46)}, 0, '${newLabel('TX')}',
            ${day(30)}, 'refund', ${day(30)}, 120, 0, '${takenBack}');
      insert into affiliate_set_offs (commission_id, reversed_id, amount) values ('${paid}', '${reversed}', 380);
      insert into affiliate_commission_sums (user_id, level, status, commissions, amount)
        values (${member.id}, 1, 'pending', 1, 500), (${member.id}, 1, 'paid', 1, 500), (${member.id}, 1, 'reversed', 1, 500);
    end $$`),
  );
}

const read = async (path: string) => {
  const page = await visitor.get(path);
  return { ...page, text: readableText(page).replaceAll('\u00a0', ' ') };
};

describe('the list of commissions', () => {
  it('shows each with its state, and the sums of all', async () => {
    const { status, body, text } = await read('/affiliate/commissions');
    expect(status).toBe(200);
    for (const id of [pending, paid, reversed]) expect(body).toContain(`href="/affiliate/commissions/${id}"`);
    expect(text).toContain('€100.00 × 5 %');
    expect(text).toContain(t('affiliate:commissions.less', { amount: '€3.80' }));
    for (const name of ['earned', 'pending', 'reversed'] as const) {
      expect(text).toMatch(new RegExp(`${t(`affiliate:commissions.sums.${name}`)} €5\\.00`));
    }
    expect(text).toContain(`${t('affiliate:commissions.sums.owed')} €0.00`);
  });

  it('is filtered by links, and takes no notice of what is no filter', async () => {
    const { body } = await read('/affiliate/commissions?status=paid&level=1');
    expect(body).toContain(paid);
    expect(body).not.toContain(pending);
    expect(body).toContain('href="/affiliate/commissions?status=paid"');
    expect(body).toContain('href="/affiliate/commissions?level=1"');
    expect(body).toContain('href="/affiliate/commissions.csv?status=paid&amp;level=1"');
    expect((await read('/affiliate/commissions?level=3')).text).toContain(t('affiliate:commissions.none_found'));
    expect((await read('/affiliate/commissions?status=x&level=9&page=x')).body).toContain(pending);
    expect((await visitor.get('/affiliate/commissions?level=1&page=9')).location).toBe(
      '/affiliate/commissions?level=1',
    );
  });

  it('explains itself to somebody without one', async () => {
    const page = await other.get('/affiliate/commissions');
    expect(readableText(page)).toContain(textsIn('de')('affiliate:commissions.none'));
    expect(page.body).toContain('href="/affiliate"');
  });

  it('is a table for spreadsheets, which runs nothing that it names', async () => {
    const { body, headers } = await visitor.get('/affiliate/commissions.csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toMatch(
      new RegExp(`^${pending},[\\d-]{10},'=Ada Kern,1,${order},100\\.00,5\\.00,5\\.00,EUR,pending`),
    );
    expect(lines[2]).toMatch(new RegExp(`^${paid},.*,3\\.80,${payment},`));
    expect(lines[3]).toMatch(new RegExp(`,1\\.20,0\\.00,${takenBack}$`));
    const filtered = await visitor.get('/affiliate/commissions.csv?status=reversed');
    expect(filtered.body.trimEnd().split('\r\n')).toHaveLength(2);
  });
});

describe('the page of a commission', () => {
  it('derives the amount from the order', async () => {
    const { text } = await read(`/affiliate/commissions/${pending.toLowerCase()}`);
    for (const words of [order, '€100.00', '× 5 %', '€5.00', t('affiliate:commissions.explained.pending')]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain(t('affiliate:commissions.reversal.title'));
  });

  it('tells what was set off, on both sides', async () => {
    const less = await read(`/affiliate/commissions/${paid}`);
    expect(less.text).toContain(t('affiliate:commissions.explained.less'));
    expect(less.text).toContain('−€3.80');
    expect(less.body).toContain(`href="/affiliate/commissions/${reversed}"`);
    expect(less.body).toContain(`href="/financial/transaction/${payment}"`);
    const gone = await read(`/affiliate/commissions/${reversed}`);
    expect(gone.text).toContain(t('affiliate:commissions.reversal.refund'));
    expect(gone.text).toContain(t('affiliate:commissions.reversal.state.owed'));
    expect(gone.text).toMatch(/€1\.20.*€3\.80.*€0\.00/);
    expect(gone.body).toContain(`href="/affiliate/commissions/${paid}"`);
    expect(gone.body).toContain(`href="/financial/transaction/${takenBack}"`);
  });

  it('is 404 for others, and for what is no label', async () => {
    expect((await other.get(`/affiliate/commissions/${paid}`)).status).toBe(404);
    for (const id of ['CM-0', 'x', order]) expect((await visitor.get(`/affiliate/commissions/${id}`)).status).toBe(404);
    expect((await new Visitor(club.url).get('/affiliate/commissions')).status).toBe(302);
  });
});
