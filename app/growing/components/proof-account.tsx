import { useTranslation } from '../../platform/i18n/use-translation';
import { useFormat } from '../../ui/format';
import { formatNumber } from '../../ui/numbers';
import { Time } from '../../ui/time';
import type { RoomHead } from '../room.server';

/** The sum of the book, and below it what staff counted. */
export function ProofAccount({ room, isCut }: { room: RoomHead; isCut: boolean }) {
  const { t } = useTranslation('growing');
  const { language } = useFormat();
  const { plants, losses_total: lost, count } = room;
  const figure = (value: number) => <td className="n">{formatNumber(value, 'plants', language)}</td>;
  return (
    <table className="account">
      <caption className="vh">{t('proof.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('proof.book')}</th>
          <th scope="col" className="n">
            {t('proof.plants')}
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">
            {t('proof.sold')}{' '}
            <span className="sub">{t('proof.places', { places: formatNumber(room.places, 'plants', language) })}</span>
          </th>
          {figure(plants + lost)}
        </tr>
        <tr>
          <th scope="row">{lost > 0 ? <a href="#losses">{t('proof.lost')}</a> : t('proof.lost')}</th>
          {figure(-lost)}
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t(isCut ? 'proof.in_harvest' : 'proof.must')}</th>
          {figure(plants)}
        </tr>
        {count ? (
          <tr>
            <th scope="row">
              {t('proof.in_house')}{' '}
              <span className="sub">
                {t('proof.by', { name: count.by })} <Time at={count.at} relative={false} />
              </span>
            </th>
            {figure(count.standing)}
          </tr>
        ) : null}
        {count && count.expected !== plants ? (
          <tr>
            <th scope="row">{t('proof.book_then')}</th>
            {figure(count.expected)}
          </tr>
        ) : null}
      </tfoot>
    </table>
  );
}
