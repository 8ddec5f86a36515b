import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  describeOnEachDatabase,
  describeOnPostgres,
  type TestDatabase,
  testConfig,
} from '../database/database.testing';
import { transaction } from '../database/transaction';
import { decimal } from './canonical';
import { openHead, signerOf, signHead } from './checkpoint';
import { ledgerUnlogged } from './ledger.tables';
import { addMember, book, deposit, hold, now } from './ledger.testing';
import { appendToLog, findHead, findInclusionProof, proveConsistency } from './log';
import { leafHash, verifyConsistency, verifyInclusion } from './merkle';
import { verifyLedger } from './verify';

const signer = signerOf(testConfig);

describeOnEachDatabase('the log', (open) => {
  let club: TestDatabase;
  let mia: number;
  beforeEach(async () => {
    club = await open();
    mia = await addMember(club);
  });

  const waiting = async () =>
    (await club.db.select().from(ledgerUnlogged).orderBy(ledgerUnlogged.entryId)).map(({ entryId }) => entryId);

  async function bookMany(count: number, from = 0): Promise<number[]> {
    const ids: number[] = [];
    for (let n = from; n < from + count; n++) ids.push((await book(club, deposit(mia, BigInt(n + 1), `many ${n}`))).id);
    return ids;
  }

  it('proves each entry against its signed head, to whoever has nothing but the proof', async () => {
    const ids = await bookMany(11);
    expect(await findInclusionProof(club.db, ids[0] as number)).toBe(null);
    expect(await appendToLog(club, now)).toBe(11);
    for (const id of ids) {
      const proof = await findInclusionProof(club.db, id);
      const head = openHead(signer, proof?.head ?? '');
      if (!proof || !head) throw new Error('There is no proof');
      const leaf = leafHash(Buffer.concat([Buffer.from(proof.salt, 'base64'), Buffer.from(proof.entry)]));
      const path = proof.path.map((hash) => Buffer.from(hash, 'base64'));
      expect(verifyInclusion({ index: proof.index, size: head.size }, leaf, path, head.rootHash)).toBe(true);
      expect(JSON.parse(proof.entry)).toMatchObject({ entry: id, kind: 'deposit' });
    }
  });

  it('grows only: every head is consistent with those after it', async () => {
    for (let n = 0; n < 6; n++) {
      await bookMany(n + 1, n * 10);
      await appendToLog(club, now);
    }
    const sizes = [1, 3, 6, 10, 15, 21];
    for (const from of sizes) {
      for (const to of sizes.filter((size) => size >= from)) {
        const [earlier, later] = [await findHead(club.db, from), await findHead(club.db, to)];
        if (!earlier || !later) throw new Error('There is no head');
        const path = await proveConsistency(club.db, from, to);
        const asTree = ({ size, rootHash }: typeof later) => ({ size, root: rootHash });
        expect(verifyConsistency(asTree(earlier), asTree(later), path)).toBe(true);
      }
    }
    expect(await verifyLedger(club)).toEqual({ entries: 21, leaves: 21, heads: 6, faults: [] });
  });

  it('appends nothing twice, and gives no head for nothing', async () => {
    await bookMany(2);
    expect(await appendToLog(club, now)).toBe(2);
    expect(await appendToLog(club, now)).toBe(0);
    expect((await verifyLedger(club)).heads).toBe(1);
  });

  it('skips and forgets an entry that was queued again, and goes on with the next ones', async () => {
    const ids = await bookMany(3);
    await appendToLog(club, now);
    await club.db.execute(sql`insert into ledger_unlogged (entry_id) values (${ids[1]})`);
    await bookMany(2, 3);
    expect(await appendToLog(club, now)).toBe(2);
    await club.db.execute(sql`insert into ledger_unlogged (entry_id) values (${ids[0]})`);
    expect(await appendToLog(club, now)).toBe(0);
    expect(await waiting()).toEqual([]);
    expect(await verifyLedger(club)).toEqual({ entries: 5, leaves: 5, heads: 2, faults: [] });
  });

  it('goes past a queued number of no entry, which the check of the ledger names', async () => {
    await expect(club.db.execute(sql`insert into ledger_unlogged (entry_id) values (0)`)).rejects.toMatchObject({
      cause: { code: '23503' },
    });
    await transaction(club.db, async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`insert into ledger_unlogged (entry_id) values (0)`);
    });
    await bookMany(2);
    expect(await appendToLog(club, now)).toBe(2);
    expect(await verifyLedger(club)).toMatchObject({
      leaves: 2,
      faults: ['The log waits for entry 0, which does not exist.'],
    });
  });

  it.each([
    ['update ledger_log_nodes set hash = hash'],
    ['delete from ledger_log_nodes'],
    ['truncate ledger_log_nodes'],
    ['update ledger_log_heads set note = note'],
    ['delete from ledger_log_heads'],
  ])('refuses %s', async (statement) => {
    await bookMany(2);
    await appendToLog(club, now);
    await expect(club.db.execute(sql.raw(statement))).rejects.toMatchObject({ cause: { code: '23001' } });
  });

  describe('rewritten by its owner, with every trigger off', () => {
    async function switchTriggers(to: 'enable' | 'disable'): Promise<void> {
      for (const table of ['accounts', 'entries', 'postings', 'log_nodes', 'log_heads']) {
        await club.db.execute(sql.raw(`alter table ledger_${table} ${to} trigger user`));
      }
    }

    async function rewrite(...statements: string[]): Promise<string[]> {
      await bookMany(5);
      await appendToLog(club, now);
      // The tests share the schema, so the triggers are switched on again.
      await switchTriggers('disable');
      for (const statement of statements) await club.db.execute(sql.raw(statement));
      await switchTriggers('enable');
      return (await verifyLedger(club)).faults;
    }

    it('is caught where an entry says something else', async () => {
      const faults = await rewrite(`update ledger_entries set kind = 'bonus' where id = 3`);
      expect(faults).toEqual([
        'Entry 3 is not what its leaf in the log was made of.',
        'The log of 5 entries is not the one that head 5 was signed for.',
      ]);
    });

    it('is caught where money was moved', async () => {
      const faults = await rewrite(
        'update ledger_postings set amount = amount * 2 where entry_id = 2',
        'update ledger_accounts a set balance = (select sum(amount) from ledger_postings where account_id = a.id)',
      );
      expect(faults).toContain('Entry 2 is not what its leaf in the log was made of.');
      expect(faults).toContain('Posting 2 of account 1 is out of line.');
    });

    it('is caught where a balance is not what was posted', async () => {
      expect(await rewrite(`update ledger_accounts set balance = balance + 1 where kind = 'member.available'`)).toEqual(
        ['Account 2 does not hold what its postings sum to.'],
      );
    });

    it('is caught where a head was made anew without the key', async () => {
      const { privateKey } = generateKeyPairSync('ed25519');
      const head = { size: 5, rootHash: Buffer.alloc(32), signedAt: now };
      const note = signHead({ name: signer.name, keys: [privateKey] }, head);
      const faults = await rewrite(
        `update ledger_log_heads set root_hash = decode(repeat('00', 32), 'hex'), note = '${note}'`,
      );
      expect(faults).toContain('Head 5 bears no signature of the club.');
    });

    it.each([
      [
        'a node',
        `update ledger_log_nodes set hash = sha256('x') where level = 1 and position = 0`,
        'Node 0 of level 1',
      ],
      ['a node above', `update ledger_log_nodes set hash = sha256('x') where level = 2`, 'Node 0 of level 2'],
      ['no node', 'delete from ledger_log_nodes where level = 1 and position = 1', 'Node 1 of level 1'],
      ['one node more', `insert into ledger_log_nodes values (3, 7, sha256('x'), null)`, 'nothing below'],
      ['no leaf', 'delete from ledger_log_nodes where level = 0 and position = 2', 'Leaf 2 of the log is missing.'],
      [
        'no entries',
        'delete from ledger_log_nodes where level = 0 and position > 2',
        'more entries than the log has: 1',
      ],
    ])('is caught where the log has %s', async (_, statement, fault) => {
      expect(await rewrite(statement)).toContainEqual(expect.stringContaining(fault));
    });

    it('is caught where a posting was taken away', async () => {
      const faults = await rewrite('delete from ledger_postings where entry_id = 4 and account_id = 1');
      expect(faults).toContain('The postings of entry 4 do not sum to 0 in EUR.');
    });
  });
});

describeOnPostgres('many who append at once', (open) => {
  it('give each entry one place', async () => {
    const club = await open();
    const mia = await addMember(club);
    await book(club, deposit(mia, 10_000n, 'money'));
    await Promise.all([
      ...Array.from({ length: 40 }, (_, n) => book(club, hold(mia, 1n, `hold ${n}`))),
      ...Array.from({ length: 8 }, () => appendToLog(club, now)),
    ]);
    await appendToLog(club, now);
    expect(await verifyLedger(club)).toMatchObject({ entries: 41, leaves: 41, faults: [] });
  });
});

describeOnPostgres('a ledger that is verified while it grows', (open) => {
  it('is judged as it was at one moment', async () => {
    const club = await open();
    const mia = await addMember(club);
    let isOver = false;
    const growing = (async () => {
      for (let n = 0; !isOver; n++) {
        await book(club, deposit(mia, 1n, `growing ${n}`));
        await appendToLog(club, now);
      }
    })();
    const verdicts = [];
    for (let n = 0; n < 30; n++) verdicts.push(await verifyLedger(club));
    isOver = true;
    await growing;
    expect(verdicts.flatMap(({ faults }) => faults)).toEqual([]);
    expect(verdicts.at(-1)?.heads).toBeGreaterThan(1);
  });
});

it.each([
  [159934n, '1599.34'],
  [-5n, '-0.05'],
  [0n, '0.00'],
  [100n, '1.00'],
  [999999999999999n, '9999999999999.99'],
])('%s minor units of euro are %s', (amount, text) => {
  expect(decimal(amount, 'EUR')).toBe(text);
});
