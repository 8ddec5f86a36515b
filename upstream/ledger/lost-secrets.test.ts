import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { signerOf, signHead } from './checkpoint';
import { ledgerLogHeads } from './ledger.tables';
import { addMember, book, deposit, now } from './ledger.testing';
import { appendToLog } from './log';
import { hasLostSecret } from './lost-secrets';

describeOnEachDatabase('a secret that is no longer configured', (open) => {
  it('is noticed when it signed the first head of the log, the newest one, or one between', async () => {
    const club = await open();
    const mia = await addMember(club);
    const secrets = ['first', 'second', 'third'].map((word) => `the ${word} test secret, long enough`);
    const [first, second, third] = secrets as [string, string, string];
    const isLost = (...known: string[]) => hasLostSecret(club.db.$client, { ...club.config, secrets: known });
    expect(await isLost(third)).toBe(false);
    for (const [at, secret] of secrets.entries()) {
      await book(club, deposit(mia, BigInt(at + 1), `number ${at}`));
      await appendToLog({ ...club, config: { ...club.config, secrets: [secret] } }, now);
    }
    expect(await isLost(third, second, first)).toBe(false);
    expect(await isLost(third, second)).toBe(true);
    expect(await isLost(second, first)).toBe(true);
    expect(await isLost(third, first)).toBe(true);
  });

  it('is noticed when it signed one small head among large ones', async () => {
    const club = await open();
    const [second, third] = ['the second test secret, long enough', 'the third test secret, long enough'];
    const { secrets } = club.config;
    const signed: [number, string[]][] = [
      ...Array.from({ length: 300 }, (_, at): [number, string[]] => [at + 1, secrets]),
      [305, [second]],
      [10_000, [third]],
      [1_000_000, [third]],
    ];
    for (const [size, bySecrets] of signed) {
      const head = { size, rootHash: Buffer.alloc(32, 1), signedAt: now };
      const note = signHead(signerOf({ ...club.config, secrets: bySecrets }), head);
      await club.db.insert(ledgerLogHeads).values({ ...head, note });
    }
    const isLost = (...known: string[]) => hasLostSecret(club.db.$client, { ...club.config, secrets: known });
    expect(await isLost(third, ...secrets)).toBe(true);
    expect(await isLost(third, second, ...secrets)).toBe(false);
  });
});
