import { useTranslation } from '../../platform/i18n/use-translation';
import { Link } from '../../ui/link';

const PAGES: Record<string, string> = {
  order: '/financial/order/',
  withdrawal: '/financial/withdraw/',
  debt: '/financial/transaction/',
};

/** These show what the transaction belongs to, and how its amount came about. */
const EXPLANATIONS: Record<string, string> = {
  harvest: '/growing/harvest/',
  commission: '/affiliate/commissions/',
};

interface ReferenceProps {
  kind: string;
  label: string;
  words: string | null;
  /** Kinds whose explanation the member may see. */
  explained: string[];
}

/** What the transaction belongs to, as a link if it has a page. */
export function Reference({ kind, label, words, explained }: ReferenceProps) {
  const { t } = useTranslation('wallet');
  const explanation = EXPLANATIONS[kind];
  if (explanation && explained.includes(kind)) {
    return (
      <>
        {words ?? label} <Link to={explanation + label}>{t('transactions.explain')}</Link>
      </>
    );
  }
  const page = PAGES[kind];
  return page ? (
    <Link className="ref" to={page + label}>
      {label}
    </Link>
  ) : (
    (words ?? label)
  );
}
