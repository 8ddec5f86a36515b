import type { SupportCategory } from '../../upstream/contract/support-faq';
import type { TransactionType } from '../../upstream/contract/transactions';
import { useTranslation } from '../platform/i18n/use-translation';
import { useMemberData } from '../platform/page/member-data';
import { useRootData } from '../platform/page/root-data';
import { Link } from '../ui/link';
import { contactPath } from './contact-path';

interface AskLinkProps {
  /** What the link says. */
  text: 'payment' | 'plant' | 'account' | 'name' | 'app' | 'error' | 'harvest' | 'ticket' | 'write';
  category: SupportCategory;
  /** What the ticket will refer to: `{ order: 'OR-3H7N6ZPA3' }`, the number of an error, or `q` for its subject. */
  about?: Partial<Record<'order' | 'withdraw' | 'transaction' | 'plant' | 'error' | 'q', string>>;
}

/** A way into support from a page of another module. Nothing for members who may not write to it. */
export function AskLink({ text, category, about }: AskLinkProps) {
  const { t } = useTranslation();
  const member = useMemberData();
  const root = useRootData();
  // An error page may stand outside the pages of members.
  if (!(member ? member.asksSupport : root?.hasSupport)) return null;
  const query = about ? `?${new URLSearchParams(about)}` : '';
  return (
    <p className="no-print">
      <Link className="tap" to={contactPath(category, query)}>
        {t(`ask.${text}`)}
      </Link>
    </p>
  );
}

const OF_TYPE: Partial<Record<TransactionType, SupportCategory>> = {
  withdrawal: 'withdrawals',
  withdrawal_fee: 'withdrawals',
  withdrawal_refund: 'withdrawals',
  harvest_payout: 'plants-harvest',
  commission: 'affiliate',
  commission_reversal: 'affiliate',
  event_ticket: 'appointments-events',
};

/** The topic to which a question about a transaction belongs. */
export const categoryOfTransaction = (type: TransactionType): SupportCategory => OF_TYPE[type] ?? 'deposits';
