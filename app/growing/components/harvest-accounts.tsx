import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { useFormat } from '../../ui/format';
import { Money } from '../../ui/money';
import { formatMoney, formatNumber, formatUnit, type Language } from '../../ui/numbers';
import type { ShownHarvest } from '../harvest.server';

interface Line {
  name: string;
  note?: ReactNode;
  value: ReactNode;
}

/** From the revenue to the member's payout, in lines that a calculator can follow. */
export function HarvestAccounts({ harvest }: { harvest: ShownHarvest }) {
  return (
    <div className="stack stack-l">
      <ToSurplus harvest={harvest} />
      <ToPool harvest={harvest} />
      {harvest.plants > 0 ? <ToMember harvest={harvest} /> : null}
    </div>
  );
}

function ToSurplus({ harvest }: { harvest: ShownHarvest }) {
  const { t } = useTranslation('harvest');
  const { language } = useFormat();
  const { revenue, revenue_per_gram: perGram, costs, surplus, currency, grams, plants } = harvest;
  const price = perGram && t('per_gram', { price: formatMoney(perGram, currency, language) });
  const weight = t('weight', { count: plants, grams: formatUnit(grams, 'g', language) });
  return (
    <Account
      caption={t('to_surplus')}
      lines={[
        {
          name: t('revenue'),
          note: price ? `${weight}, ${price}` : weight,
          value: <Money amount={revenue} currency={currency} />,
        },
        ...costs.map(({ title, amount }) => ({
          name: title,
          value: <Money amount={`-${amount}`} currency={currency} />,
        })),
      ]}
      sum={{ name: t('surplus'), value: <Money amount={surplus} currency={currency} /> }}
    />
  );
}

function ToPool({ harvest }: { harvest: ShownHarvest }) {
  const { t } = useTranslation('harvest');
  const { language } = useFormat();
  const { surplus, pool, pool_fraction: taken, currency } = harvest;
  const whyNot = harvest.plants === 0 ? t('no_plants') : surplus.startsWith('-') ? t('loss') : null;
  const kept = percentIn(harvest.club_share_percent, language);
  const shared: Line[] = [
    {
      name: t('share'),
      note: t('share_note', { percent: kept }),
      value: `×\u00a0${percentIn(harvest.member_share_percent, language)}\u00a0%`,
    },
    { name: t('fraction'), note: t('pool_down'), value: <Fraction amount={taken} currency={currency} /> },
  ];
  return (
    <Account
      caption={t('to_pool')}
      lines={[{ name: t('surplus'), value: <Money amount={surplus} currency={currency} /> }, ...(whyNot ? [] : shared)]}
      sum={{ name: t('pool'), note: whyNot, value: <Money amount={pool} currency={currency} /> }}
    />
  );
}

function ToMember({ harvest }: { harvest: ShownHarvest }) {
  const { t } = useTranslation('harvest');
  const { language } = useFormat();
  const { pool, plants, lost, per_plant: each, mine, currency } = harvest;
  const perPlant = {
    name: t('per_plant'),
    note: t('four_decimals'),
    value: <Money amount={each} currency={currency} decimals={4} />,
  };
  const shared: Line[] = [
    { name: t('pool'), value: <Money amount={pool} currency={currency} /> },
    { name: t('plants'), note: t('planted', { planted: plants + lost, lost }), value: `÷\u00a0${plants}` },
  ];
  if (!mine) return <Account caption={t('to_plant')} lines={shared} sum={perPlant} />;
  const exact = formatMoney(mine.exact, currency, language, { decimals: 4 });
  const own: Line[] = [
    { name: t('own'), note: <Numbers mine={mine} />, value: `×\u00a0${mine.plants}` },
    {
      name: t('fraction'),
      note: t('before_rounding', { exact }),
      value: <Fraction amount={mine.fraction} currency={currency} />,
    },
    ...(mine.got_cent ? [{ name: t('cent'), value: <Money amount="0.01" currency={currency} signed /> }] : []),
  ];
  return (
    <Account
      caption={t('to_you')}
      lines={[...shared, perPlant, ...own]}
      sum={{ name: t('payout'), value: <Money amount={mine.payout} currency={currency} /> }}
    />
  );
}

/** The runs of the member's plants; the list names at most 20. */
function Numbers({ mine: { numbers, hasMore } }: { mine: NonNullable<ShownHarvest['mine']> }) {
  const { t } = useTranslation('harvest');
  const runs = numbers.map((run) => (typeof run === 'string' ? run : t('range', { first: run[0], last: run[1] })));
  return [...runs, ...(hasMore ? [t('more')] : [])].join(', ');
}

/** Less than a cent that rounding down takes, with all its decimals. */
function Fraction({ amount, currency }: { amount: string; currency: string }) {
  const decimals = amount.length - amount.indexOf('.') - 1;
  return <Money amount={/[1-9]/.test(amount) ? `-${amount}` : amount} currency={currency} decimals={decimals} />;
}

const percentIn = (value: string, language: Language): string =>
  formatNumber(value, 'currency', language).replace(/[.,]00$/, '');

function Account({ caption, lines, sum }: { caption: string; lines: Line[]; sum: Line }) {
  return (
    <table className="account">
      <caption>{caption}</caption>
      <tbody>
        {lines.map((line, at) => (
          // Two costs may have the same title.
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a statement never move
          <Row key={at} {...line} />
        ))}
      </tbody>
      <tfoot>
        <Row {...sum} />
      </tfoot>
    </table>
  );
}

function Row({ name, note, value }: Line) {
  return (
    <tr>
      <th scope="row">
        {name} {note ? <span className="sub">{note}</span> : null}
      </th>
      <td className="n">{value}</td>
    </tr>
  );
}
