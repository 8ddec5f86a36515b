import { useTranslation } from '../../platform/i18n/use-translation';
import type { LiveSale } from '../live-stock';

/** The soil line as a measure: thick is taken, thin is left. The words beside it say the same. */
export function StockBar({ sale: { available, total } }: { sale: LiveSale }) {
  const taken = Math.round((1 - available / total) * 1000) / 10;
  return (
    <svg className="soil" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <path className="rest" d={`M${taken} 5H100`} />
      <path d={`M0 5H${taken}`} />
    </svg>
  );
}

/** Tells screen readers how many plants are left by now. */
export function StockNews({ sales }: { sales: LiveSale[] }) {
  const { t } = useTranslation('growing');
  const news = sales.map(({ room, available, total }) => t('sale.news', { room: room.name, count: available, total }));
  return (
    <p className="vh" role="status">
      {news.join(' ')}
    </p>
  );
}
