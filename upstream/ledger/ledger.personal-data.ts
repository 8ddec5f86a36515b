import { and, asc, eq, sql } from 'drizzle-orm';
import { type ExportPart, type PersonalData, withhold } from '../database/personal-data';
import { decimal } from './canonical';
import { ledgerAccounts, ledgerEntries, ledgerPostings } from './ledger.tables';

const ofMember = eq(ledgerAccounts.id, ledgerPostings.accountId);

/** Postings, sorted by account and position. */
const bookings: ExportPart = {
  name: 'bookings',
  description: {
    en: 'Every entry on your accounts in the club’s ledger, and the balance after it.',
    de: 'Jede Buchung auf deinen Konten in den Büchern des Vereins und das Guthaben danach.',
  },
  columns: [ledgerAccounts.kind, ledgerAccounts.currency, ledgerAccounts.balance],
  fields: ['entry', 'booked_at', 'kind', 'account', 'amount', 'balance_after', 'currency'],
  async count(db, userId) {
    const accounts = await db
      .select({ postings: ledgerAccounts.postings })
      .from(ledgerAccounts)
      .where(eq(ledgerAccounts.userId, userId));
    return accounts.reduce((sum, { postings }) => sum + postings, 0);
  },
  async rows(db, userId, after, limit) {
    const [account = 0, position = 0] = String(after ?? '0/0')
      .split('/')
      .map(Number);
    const rows = await db
      .select({ posting: ledgerPostings, account: ledgerAccounts.kind, entry: ledgerEntries })
      .from(ledgerPostings)
      .innerJoin(ledgerAccounts, ofMember)
      .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
      .where(
        and(
          eq(ledgerAccounts.userId, userId),
          sql`(${ledgerPostings.accountId}, ${ledgerPostings.position}) > (${account}, ${position})`,
        ),
      )
      .orderBy(asc(ledgerPostings.accountId), asc(ledgerPostings.position))
      .limit(limit);
    return rows.map(({ posting, account: kind, entry }) => ({
      key: `${posting.accountId}/${posting.position}`,
      row: {
        entry: entry.id,
        booked_at: entry.bookedAt,
        kind: entry.kind,
        account: kind,
        amount: decimal(posting.amount, posting.currency),
        balance_after: decimal(posting.balanceAfter, posting.currency),
        currency: posting.currency,
      },
    }));
  },
};

/** The personal data that the ledger keeps of a member. */
export const ledgerData: PersonalData = {
  exports: [bookings],
  deletes: [],
  withholds: [
    withhold(ledgerAccounts, ['id', 'postings'], 'they only number the bookings'),
    withhold(ledgerAccounts, ['createdAt'], 'it is the time of the first booking'),
  ],
  keeps: [{ table: ledgerAccounts, because: 'bookings are kept by law, and hold a number in the place of a name' }],
};
