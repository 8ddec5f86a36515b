import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { aMember } from '../wallet.testing';
import { recordTransaction } from './record';
import { getTransaction, showTransaction } from './transactions';

type Reference = { kind: string; label: string };
const now = new Date('2026-11-20T09:00:00Z');

describeOnEachDatabase('the purpose of a transaction', (open) => {
  it.each<[Reference | undefined, en: string | null, de: string | null]>([
    [{ kind: 'harvest', label: 'B2-3' }, 'Harvest B2-3', 'Ernte B2-3'],
    [{ kind: 'harvest', label: 'B-2-13' }, 'Harvest B-2-13', 'Ernte B-2-13'],
    [{ kind: 'team', label: '2' }, 'Level 2 of your team', 'Ebene 2 deines Teams'],
    [{ kind: 'order', label: 'OR-7KQ2M9XA4' }, 'Order OR-7KQ2M9XA4', 'Bestellung OR-7KQ2M9XA4'],
    [{ kind: 'later', label: 'X-1' }, 'X-1', 'X-1'],
    [undefined, null, null],
  ])('is what its reference %j says, whatever the staff noted', async (reference, en, de) => {
    const { db } = await open();
    const userId = await aMember({ db });
    const { label } = await transaction(db, (tx) =>
      recordTransaction(
        tx,
        {
          ...{ userId, currency: 'EUR', type: 'bonus', status: 'completed', note: 'For a good year' },
          ...(reference && { reference }),
          entry: {
            ...{ kind: 'bonus', key: `test:${userId}` },
            postings: [
              { account: { kind: 'club.adjustment', currency: 'EUR' }, amount: -100n },
              { account: { kind: 'member.available', userId, currency: 'EUR' }, amount: 100n },
            ],
          },
        },
        now,
      ),
    );
    const row = await getTransaction(db, userId, label);
    const shown = { description: 'For a good year', reference: reference ?? null };
    expect(showTransaction(row, 'en')).toMatchObject({ ...shown, purpose: en });
    expect(showTransaction(row, 'de')).toMatchObject({ ...shown, purpose: de });
  });
});
