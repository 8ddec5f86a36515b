import { useTranslation } from '../../platform/i18n/use-translation';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { Time } from '../../ui/time';

interface SetOffsProps {
  title: string;
  setOffs: { id: string; amount: string; at: string }[];
  currency: string;
}

/** The contract's `mostSetOffs`. Importing it would bring its validation into the page. */
const MOST = 20;

/** Commissions on the other side of a set-off, with the part that went from one to the other. */
export function SetOffs({ title, setOffs, currency }: SetOffsProps) {
  const { t } = useTranslation('affiliate');
  if (setOffs.length === 0) return null;
  return (
    <div className="stack stack-s">
      <h3>{title}</h3>
      <ul>
        {setOffs.map(({ id, amount, at }) => (
          <li key={id}>
            <Link className="ref" to={`/affiliate/commissions/${id}`}>
              {id}
            </Link>
            {': '}
            <Money amount={amount} currency={currency} />, <Time at={at} format="date" />
          </li>
        ))}
      </ul>
      {setOffs.length === MOST ? <p className="small muted">{t('commissions.newest', { count: MOST })}</p> : null}
    </div>
  );
}
