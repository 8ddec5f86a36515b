import type { AppointmentSummary } from '../../../upstream/contract/appointments';
import { useTranslation } from '../../platform/i18n/use-translation';

type Places = Pick<AppointmentSummary, 'available' | 'capacity' | 'waiting'>;

/** How many places are left, or how many parties wait for one. */
export function PlacesLeft({ of }: { of: Places }) {
  const { t } = useTranslation('appointment');
  const { available, capacity, waiting } = of;
  if (available > 0) return t('places.left', { count: available, capacity });
  return waiting > 0 ? t('places.waiting', { count: waiting }) : t('places.none');
}

/** The soil line as a measure: thick is taken, thin is left. The words beside it say the same. */
export function SoilLine({ taken, total }: { taken: number; total: number }) {
  const end = total > 0 ? Math.min(100, Math.round((taken / total) * 1000) / 10) : 0;
  return (
    <svg className="soil" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <path className="rest" d={`M${end} 5H100`} />
      {end > 0 ? <path d={`M0 5H${end}`} /> : null}
    </svg>
  );
}
