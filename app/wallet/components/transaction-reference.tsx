import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

const PAGES: Record<string, string> = {
  order: '/financial/order/',
  withdrawal: '/financial/withdraw/',
  debt: '/financial/transaction/',
};

interface ReferenceProps {
  kind: string;
  label: string;
  words: string | null;
  /** The member may see harvests. */
  explain: boolean;
}

/** What the transaction belongs to, as a link if it has a page. */
export function Reference({ kind, label, words, explain }: ReferenceProps) {
  const { t } = useTranslation('wallet');
  if (kind === 'harvest' && explain) {
    return (
      <>
        {words ?? label} <Link to={`/growing/harvest/${label}`}>{t('transactions.explain')}</Link>
      </>
    );
  }
  const page = PAGES[kind];
  return page ? (
    <Link className="mono" to={page + label}>
      {label}
    </Link>
  ) : (
    (words ?? label)
  );
}
