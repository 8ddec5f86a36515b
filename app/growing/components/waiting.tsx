import { useTranslation } from '../../platform/i18n/use-translation';
import { Time } from '../../ui/time';

interface WaitingProps {
  /** The cycle in which the plants begin to grow. */
  cycle: number;
  /** The day on which the harvest before it is expected, or null. */
  harvest: string | null;
}

/** Says when bought plants begin to grow. */
export function Waiting({ cycle, harvest }: WaitingProps) {
  const { t } = useTranslation('growing');
  return (
    <p className="small">
      {t('sale.waits', { cycle })}{' '}
      {harvest ? (
        <>
          {t('sale.after_harvest', { cycle: cycle - 1 })} <Time at={harvest} format="date" />.
        </>
      ) : null}
    </p>
  );
}
