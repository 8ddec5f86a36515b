/** What the database refuses to any of its clients. */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase, type TestDatabase } from '../../database/database.testing';
import { findFailure } from '../../database/failures';
import { transaction } from '../../database/transaction';
import { aStaffMember } from '../../identity/staff/staff.testing';
import { pastTriggers } from '../../wallet/wallet.testing';
import { approve, aWeighedRoom, beginStage, harvested, listFaults, members, payOut, record } from './harvests.testing';

const at = `'2026-11-20T10:00:00Z'`;
let club: TestDatabase;
let ida: number;
let otto: number;
let greta: number;
let holger: number;

/** Returns the code with which the statements are refused in one transaction, or undefined. */
async function refusal(...statements: string[]): Promise<string | undefined> {
  try {
    await transaction(club.db, async (tx) => {
      for (const statement of statements) await tx.execute(sql.raw(statement));
    });
    return undefined;
  } catch (error) {
    return findFailure(error)?.code ?? String(error);
  }
}

/** Returns the insert of a statement. `other` replaces columns. */
function statement(other: Record<string, string | number> = {}): string {
  const columns = {
    ...{ room_code: `'H2'`, cycle: 1, version: 1, status: `'recorded'`, grams: 100, revenue: 100_000 },
    ...{ costs: `'[]'`, member_share: 7000, four_eyes_from: 100_000, recorded_at: at, recorded_by: greta },
    ...{ harvested_at: at, weighed_at: at, surplus: 9, pool: 9, plants: 9, lost: 9, members: 9, leftover: 9 },
    ...other,
  };
  return `insert into growing_harvests (${Object.keys(columns)}) values (${Object.values(columns)})`;
}

const entry = (key: string, postings: [kind: string, amount: number, owner?: number][]) => [
  `insert into ledger_entries (kind, key, booked_at, salt, postings)
     values ('test', '${key}', ${at}, decode(repeat('00', 32), 'hex'), ${postings.length})`,
  ...postings.flatMap(([kind, amount, owner]) => [
    `insert into ledger_accounts (kind, user_id, currency, created_at) values ('${kind}', ${owner ?? 'null'}, 'EUR', ${at})
       on conflict do nothing`,
    `insert into ledger_postings (entry_id, account_id, amount)
       select (select id from ledger_entries where key = '${key}'), id, ${amount} from ledger_accounts
         where kind = '${kind}' and user_id is not distinct from ${owner ?? 'null'}::integer`,
    ...(owner
      ? [
          `insert into wallet_transactions (account_id, position, label, user_id, entry_id, type, status, amount, currency,
             balance_after, reference_kind, reference_label, booked_at)
             select p.account_id, p.position, 'TX-' || p.position || '-' || a.user_id, a.user_id, p.entry_id, 'harvest_payout',
               'completed', p.amount, p.currency, p.balance_after, 'harvest', 'H2-1', ${at}
             from ledger_postings p join ledger_accounts a on a.id = p.account_id
             where a.user_id = ${owner} and p.entry_id = (select id from ledger_entries where key = '${key}')
               and p.position = a.postings`,
        ]
      : []),
  ]),
];
const settle = (user: number, set: string) =>
  `update growing_harvest_shares set settled_at = ${at}, ${set} where user_id = ${user} and settled_at is null`;
const step = (set: string) => `update growing_harvests set ${set} where status in ('recorded', 'approved')`;
const approved = (by: number) => step(`status = 'approved', approved_at = ${at}, approved_by = ${by}`);

describeOnEachDatabase('the database and a harvest', (open) => {
  beforeEach(async () => {
    club = await open();
    [ida, otto] = (await members(club, 2)) as [number, number];
    [greta, holger] = [(await aStaffMember(club)).id, (await aStaffMember(club)).id];
    await aWeighedRoom(club, [ida, otto, ida]);
  });

  it('computes what follows from the figures, whatever was sent', async () => {
    expect(await refusal(statement())).toBeUndefined();
    const { rows } = await club.db.$client.query('select * from growing_harvests');
    expect(rows).toMatchObject([{ surplus: '100000', pool: '70000', plants: 3, lost: 0, members: 2, leftover: 1 }]);
  });

  it.each<[string, () => string[]]>([
    ['of a cycle that is not weighed', () => [statement({ cycle: 2 })]],
    ['of a room that does not exist', () => [statement({ room_code: `'X9'` })]],
    ['that begins approved', () => [statement({ status: `'approved'`, approved_at: at, approved_by: holger })]],
    ['that begins with a reason', () => [statement({ reason: `'a'`, reason_de: `'b'` })]],
    ['that begins with version 2', () => [statement({ version: 2 })]],
    ['twice', () => [statement(), statement({ version: 2 })]],
    ['for less than the sale promised', () => [statement({ member_share: 6999 })]],
    ['in another currency than the sale', () => [statement({ currency: `'USD'` })]],
    ['with a cost below nothing', () => [statement({ costs: `'[{"title": "a", "title_de": "a", "amount": -1}]'` })]],
    ['with a cost as text', () => [statement({ costs: `'[{"title": "a", "title_de": "a", "amount": "5"}]'` })]],
    ['with a cost without a name', () => [statement({ costs: `'[{"title_de": "a", "amount": 1}]'` })]],
    ['with costs that are no list', () => [statement({ costs: `'{}'` })]],
    ['before its weighing', () => [statement({ recorded_at: `'2020-01-01'` })]],
  ])('takes no statement %s', async (_, statements) => {
    expect(await refusal(...statements())).toMatch(/^2/);
    expect(await listFaults(club)).toEqual([]);
  });

  it.each<[string, () => string[]]>([
    ['changed figures', () => [step('grams = 1')]],
    ['a changed pool', () => [step('pool = 1')]],
    ['an approval by its recorder', () => [approved(greta), ...entry('harvest:H2-1:1', twoOf(42_000))]],
    ['an approval without its entry', () => [approved(holger)]],
    ['an approval with less', () => [approved(holger), ...entry('harvest:H2-1:1', twoOf(41_999))]],
    [
      'an approval at the cost of something else',
      () => [
        approved(holger),
        ...entry('harvest:H2-1:1', [
          ['club.bank', -42_000],
          ['club.payable', 42_000],
        ]),
      ],
    ],
    ['a payment before the approval', () => [step(`status = 'paid', paid_at = ${at}`)]],
    ['a share settled before the approval', () => [settle(otto, 'withheld = 0')]],
    ['a share written by hand', () => [`insert into growing_harvest_shares select * from growing_harvest_shares`]],
    ['a changed share', () => [`update growing_harvest_shares set payout = payout + 1 where user_id = ${otto}`]],
    ['a deleted share', () => [`delete from growing_harvest_shares`]],
    ['a deleted statement', () => [`delete from growing_harvests`]],
    ['an overpayment by hand', () => [`insert into growing_overpaid (user_id, amount) values (${ida}, 5)`]],
  ])('takes no %s of a recorded one', async (_, statements) => {
    await record(club, greta, { revenue: 1_000_000n, costs: [{ title: 'a', title_de: 'a', amount: 940_000 }] });
    await pastTriggers(club, (tx) => tx.execute(sql`update growing_harvests set four_eyes_from = 42000`));
    expect(await refusal(...statements())).toMatch(/^2/);
  });
  const twoOf = (amount: number): [string, number][] => [
    ['club.harvest', -amount],
    ['club.payable', amount],
  ];

  it.each<[string, () => string[]]>([
    ['without an entry', () => [settle(otto, 'withheld = 0')]],
    ['without a transaction', () => [...paidTo(otto, 14_000), settle(otto, 'withheld = 0')]],
    ['with more', () => [...paidTo(otto, 14_001), settle(otto, label(otto))]],
    ['with less', () => [...paidTo(otto, 13_999), settle(otto, label(otto))]],
    [
      'to somebody else',
      () => [
        ...entryOf(otto, [
          ['club.payable', -14_000],
          ['member.available', 14_000, ida],
        ]),
        settle(otto, label(ida)),
      ],
    ],
    [
      'with another payment hidden in it',
      () => [
        ...entryOf(otto, [
          ['club.payable', -14_000],
          ['member.available', 14_000, otto],
          ['club.payable', -500],
          ['member.available', 500, ida],
        ]),
        settle(otto, label(otto)),
      ],
    ],
    [
      'with the same payment hidden in it once more',
      () => [
        ...entryOf(otto, [
          ['club.payable', -500],
          ['member.available', 500, otto],
          ['club.payable', -14_000],
          ['member.available', 14_000, otto],
        ]),
        settle(otto, `transaction_label = 'TX-2-${otto}'`),
      ],
    ],
    [
      'with something withheld that nobody owes',
      () => [...paidTo(otto, 14_000), settle(otto, `${label(otto)}, withheld = 1`)],
    ],
    [
      'twice',
      () => [
        ...paidTo(otto, 14_000),
        settle(otto, label(otto)),
        settle(otto, label(otto)).replace('is null', 'is not null'),
      ],
    ],
    [
      'and paid before the others',
      () => [...paidTo(otto, 14_000), settle(otto, label(otto)), step(`status = 'paid', paid_at = ${at}`)],
    ],
    ['and approved again', () => [approved(greta)]],
    ['and discarded', () => [step(`status = 'discarded', discarded_at = ${at}, discarded_by = ${greta}`)]],
  ])('takes no share that is settled %s', async (_, statements) => {
    await approve(club, await record(club, greta), holger);
    expect(await refusal(...statements())).toMatch(/^2/);
    await payOut(club, { roomCode: 'H2', cycle: 1, version: 1 });
    expect(await listFaults(club)).toEqual([]);
  });
  const entryOf = (user: number, postings: [string, number, number?][]) => entry(`harvest:H2-1:1:${user}`, postings);
  const paidTo = (user: number, amount: number) =>
    entryOf(user, [
      ['club.payable', -amount],
      ['member.available', amount, user],
    ]);
  const label = (user: number) => `transaction_label = 'TX-1-${user}'`;

  it('takes the right share by hand', async () => {
    await approve(club, await record(club, greta), holger);
    expect(await refusal(...paidTo(otto, 14_000), settle(otto, label(otto)))).toBeUndefined();
    await payOut(club, { roomCode: 'H2', cycle: 1, version: 1 });
    expect(await listFaults(club)).toEqual([]);
  });

  it('needs two people for a correction that takes much away', async () => {
    await harvested(club, [greta, holger], { revenue: 1_000_000n });
    await record(club, greta, { revenue: 40_001n, reason: { en: 'Typo', de: 'Tippfehler' } });
    expect(await refusal(approved(greta))).toBe('23514');
    expect(await refusal(approved(holger))).toBeUndefined();
  });

  it('shares a correction among the plants that were paid for', async () => {
    await harvested(club, [greta, holger]);
    await beginStage(club, 'H2', 2, 'seedling');
    await pastTriggers(club, (tx) =>
      tx.execute(sql`insert into growing_plants select room_code, 4, user_id, order_label, sale_label, purchased_at, 1, 9
        from growing_plants where position = 1`),
    );
    const reason = { en: 'Typo', de: 'Tippfehler' };
    await expect(record(club, greta, { reason })).rejects.toMatchObject({
      cause: { constraint: 'growing_harvests_same_plants' },
    });
    await pastTriggers(club, (tx) =>
      tx.execute(sql`update growing_plants set purchased_at = '2026-11-19' where position = 4`),
    );
    expect(await record(club, greta, { reason })).toMatchObject({ plants: 3, version: 2 });
  });
});
