import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { getBalances } from '../../ledger/ledger';
import {
  at,
  type Case,
  holdOf,
  newEntry,
  ofAccount,
  ofWithdrawal,
  post,
  refusal,
  run,
  scene,
  setScene,
  transactionOf,
  withdrawalOf,
} from '../wallet.database.testing';
import { aMember } from '../wallet.testing';
import { approve, exportAlone } from './withdrawals.testing';

const cases: Case[] = [
  ['a withdrawal without a hold', () => [withdrawalOf('x')]],
  ['a withdrawal of more than its hold', () => [...holdOf('x', 1000), withdrawalOf('x', { amount: 1001 })]],
  ['a withdrawal of less than its hold', () => [...holdOf('x', 1000), withdrawalOf('x', { amount: 999 })]],
  ['a withdrawal of a deposit', () => [withdrawalOf('x', { transaction_label: `'${scene.deposit}'`, amount: 10_000 })]],
  [
    'a withdrawal of what was not held',
    () => [
      newEntry('x'),
      post('x', 'member.available', -1000),
      post('x', 'club.bank', 1000),
      transactionOf('x'),
      withdrawalOf('x'),
    ],
  ],
  [
    'two withdrawals of a hold',
    () => [...holdOf('x', 1000), withdrawalOf('x'), withdrawalOf('y', { transaction_label: `'TX-x'` })],
  ],
  [
    'two withdrawals of a draft',
    () => [
      ...['x', 'y'].flatMap((key) => [...holdOf(key, 1000), withdrawalOf(key, { draft_id: `'${'0'.repeat(32)}'` })]),
    ],
  ],
  ['a withdrawal of somebody else’s money', () => [...holdOf('x', 1000), withdrawalOf('x', { user_id: scene.otto })]],
  [
    'a withdrawal to somebody else’s account',
    () => [
      `insert into wallet_withdraw_accounts (user_id, name, holder, iban, usable_at, created_at)
         values (${scene.otto}, 'Giro', 'Otto', 'DE02120300000000202051', ${at}, ${at})`,
      ...holdOf('x', 1000),
      withdrawalOf('x', {
        withdraw_account_id: `(select id from wallet_withdraw_accounts where user_id = ${scene.otto})`,
      }),
    ],
  ],
  [
    'a withdrawal to an account before its time',
    () => [...holdOf('x', 1000), withdrawalOf('x', { requested_at: `${at}::timestamptz - interval '1 second'` })],
  ],
  [
    'a withdrawal to a disabled account',
    () => [ofAccount('is_disabled = true'), ...holdOf('x', 1000), withdrawalOf('x')],
  ],
  [
    'a withdrawal to a deleted account',
    () => [ofAccount(`deleted_at = ${at}`), ...holdOf('x', 1000), withdrawalOf('x')],
  ],
  [
    'a withdrawal that begins approved',
    () => [...holdOf('x', 1000), withdrawalOf('x', { status: `'approved'`, approved_by: scene.otto })],
  ],
  [
    'a withdrawal that begins approved for later',
    () => [...holdOf('x', 1000), withdrawalOf('x', { approved_by: scene.otto })],
  ],
  ['a withdrawal of which all is fee', () => [...holdOf('x', 1000), withdrawalOf('x', { fee: 1000 })]],
  ['a withdrawal of another amount', () => [ofWithdrawal('amount = 1')]],
  ['a withdrawal of another fee', () => [ofWithdrawal('fee = 1')]],
  ['a withdrawal of another member', () => [ofWithdrawal(`user_id = ${scene.otto}`)]],
  ['a withdrawal led elsewhere', () => [ofWithdrawal('withdraw_account_id = withdraw_account_id + 1')]],
  ['a withdrawal with another hold', () => [ofWithdrawal(`transaction_label = '${scene.deposit}'`)]],
  ['a withdrawal with another cancel link', () => [ofWithdrawal(`cancel_token_hash = sha256('mine')`)]],
  ['a deleted withdrawal', () => ['delete from wallet_withdrawals']],
  ['emptied withdrawals', () => ['truncate wallet_withdrawals cascade']],
  ['a changed step of a withdrawal', () => [`update wallet_withdrawal_steps set status = 'completed'`]],
  ['a deleted step of a withdrawal', () => ['delete from wallet_withdrawal_steps']],
  ['emptied steps of withdrawals', () => ['truncate wallet_withdrawal_steps']],
  // Withdraw accounts.
  ['an account led elsewhere', () => [ofAccount(`iban = 'DE02120300000000202051'`)]],
  ['an account of another member', () => [ofAccount(`user_id = ${scene.otto}`)]],
  ['an account usable before its time', () => [ofAccount(`usable_at = usable_at - interval '1 hour'`)]],
  ['an account older than it is', () => [ofAccount(`created_at = '2020-01-01'`)]],
  ['an account that comes back', () => [ofAccount(`deleted_at = ${at}`), ofAccount('deleted_at = null')]],
  ['a deleted account', () => ['delete from wallet_withdraw_accounts']],
  ['emptied accounts', () => ['truncate wallet_withdraw_accounts cascade']],
  [
    'two accounts with one IBAN',
    () => [
      `insert into wallet_withdraw_accounts (user_id, name, holder, iban, usable_at, created_at)
         select user_id, name, holder, iban, usable_at, created_at from wallet_withdraw_accounts`,
    ],
  ],
  [
    'two default accounts',
    () => [
      ofAccount('is_default = true'),
      `insert into wallet_withdraw_accounts (user_id, name, holder, iban, usable_at, created_at, is_default)
         values (${scene.mira}, 'Giro', 'Mira Maier', 'DE02120300000000202051', ${at}, ${at}, true)`,
    ],
  ],
  ['emptied payout files', () => ['truncate wallet_payout_files cascade']],
];

describeOnEachDatabase('the database', (open) => {
  beforeEach(() => setScene(open));

  it('takes a hold with its transaction and its withdrawal, which the cases below differ from', async () => {
    expect(await refusal(...holdOf('x', 1000), withdrawalOf('x'))).toBe(undefined);
    expect(await getBalances(scene.club.db, scene.mira, 'EUR')).toEqual({ available: 7000n, held: 3000n });
  });

  it.each(cases)('refuses %s', async (_, statements) => {
    expect(await refusal(...statements())).toMatch(/^23(001|502|503|505|514)$|^0A000$/);
    expect(await getBalances(scene.club.db, scene.mira, 'EUR')).toEqual({ available: 8000n, held: 2000n });
  });

  /** Returns an entry as the product books it for a withdrawal, with these postings. */
  const entryOf = (event: string, postings: [kind: string, amount: number][]) => {
    const key = `withdrawal:${scene.withdrawal}:${event}`;
    return [newEntry(key), ...postings.map(([kind, amount]) => post(key, kind, amount)), transactionOf(key)];
  };
  const release = (amount = 2000) =>
    entryOf('release', [
      ['member.held', -amount],
      ['member.available', amount],
    ]);
  const settlement = (amount = 2000) =>
    entryOf('settlement', [
      ['member.held', -amount],
      ['club.bank', amount],
    ]);
  const comeBack = (amount = 2000) =>
    entryOf('return', [
      ['club.bank', -amount],
      ['member.available', amount],
    ]);
  const to = (status: string) => ofWithdrawal(`status = '${status}'`);
  const export_ = async () => {
    await approve(scene.club, scene.withdrawal, scene.otto);
    await exportAlone(scene.club, scene.withdrawal, await aMember(scene.club));
  };

  it.each([
    ['canceled', release],
    ['rejected', release],
  ])('takes that one is %s with the release of its hold alone', async (status, entry) => {
    expect(await refusal(to(status))).toBe('23514');
    expect(await refusal(to(status), ...entry(1999))).toBe('23514');
    expect(await refusal(to(status), ...settlement())).toBe('23514');
    expect(await refusal(...entry())).toBe(undefined);
    // `ledger verify` finds an entry without its step. The database takes the step afterwards.
    expect(await refusal(to('approved'))).toMatch(/^23/);
    expect(await refusal(to(status))).toBe(undefined);
  });

  it.each([
    ['failed', release, settlement],
    ['completed', settlement, release],
  ])('takes that an exported one is %s with its entry alone', async (status, entry, other) => {
    await export_();
    expect(await refusal(to(status))).toBe('23514');
    expect(await refusal(to(status), ...entry(1999))).toBe('23514');
    expect(await refusal(to(status), ...other())).toBe('23514');
    expect(await refusal(to(status), ...entry(), ...other(1))).toBe('23514');
    expect(await refusal(to(status), ...entry())).toBe(undefined);
  });

  it('takes that a completed one is returned with its money alone', async () => {
    await export_();
    await run(to('completed'), ...settlement());
    expect(await refusal(to('returned'))).toBe('23514');
    expect(await refusal(to('returned'), ...comeBack(1999))).toBe('23514');
    expect(await refusal(...comeBack(), to('returned'))).toBe(undefined);
  });

  it('refuses a changed payout file, and a second one for a withdrawal', async () => {
    await approve(scene.club, scene.withdrawal, scene.otto);
    await exportAlone(scene.club, scene.withdrawal, scene.otto);
    expect(await refusal('update wallet_payout_files set total = 2')).toBe('23001');
    expect(await refusal('delete from wallet_payout_files')).toBe('23001');
    const second = `insert into wallet_payout_files values ('second', ${at}, ${scene.otto}, 1, 1, '<Document/>')`;
    expect(await refusal(second, ofWithdrawal(`payout_file_id = 'second'`))).toBe('23001');
  });
});
