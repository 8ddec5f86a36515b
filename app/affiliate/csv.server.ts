import type { Commission } from '../../upstream/contract/affiliate-commissions';
import { csvOf } from '../platform/page/csv.server';
import { dayWriter, tableWriter } from '../platform/page/csv-table.server';
import type { Member } from '../platform/request/gates.server';

/** Writes commissions as spreadsheets in this language read them. */
export function commissionWriter(current: Member) {
  const { t, language } = current;
  const day = dayWriter(current);
  const { figure } = csvOf(language, []);
  return tableWriter<Commission>(language, {
    [t('titles.commission')]: ({ id }) => id,
    [t('affiliate:commissions.file.date')]: ({ created_at }) => day(created_at),
    [t('affiliate:commissions.from')]: ({ from }) => from.name ?? '',
    [t('affiliate:commissions.file.level')]: ({ level }) => level,
    [t('affiliate:commissions.order')]: ({ order_label }) => order_label ?? '',
    [t('affiliate:commissions.file.base')]: ({ base_amount }) => figure(base_amount),
    [t('affiliate:commissions.file.rate')]: ({ rate }) => figure(rate),
    [t('affiliate:commissions.amount')]: ({ amount }) => figure(amount),
    [t('affiliate:commissions.file.currency')]: ({ currency }) => currency,
    [t('affiliate:commissions.state')]: ({ status }) => t(`affiliate:commissions.status.${status}`),
    [t('affiliate:commissions.matures')]: ({ matures_at }) => day(matures_at),
    [t('affiliate:commissions.paid_on')]: ({ paid_at }) => day(paid_at),
    [t('affiliate:commissions.withheld')]: ({ withheld }) => figure(withheld),
    [t('affiliate:commissions.transaction')]: ({ transaction_label }) => transaction_label ?? '',
    [t('affiliate:commissions.reversal.at')]: ({ reversal }) => day(reversal?.at ?? null),
    [t('affiliate:commissions.reversal.from_balance')]: ({ reversal }) => (reversal ? figure(reversal.taken) : ''),
    [t('affiliate:commissions.reversal.still_owed')]: ({ reversal }) => (reversal ? figure(reversal.owed) : ''),
    [t('affiliate:commissions.file.reversal')]: ({ reversal }) => reversal?.transaction_label ?? '',
  });
}
