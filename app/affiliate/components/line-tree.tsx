import { useFetcher } from '@remix-run/react';
import type { ReactNode, SyntheticEvent } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Avatar } from '../../ui/avatar';
import { Icon } from '../../ui/icon';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { Time } from '../../ui/time';
import type { Line } from '../line.server';
import { type LineFilters, linePath } from '../line-filters';

interface MembersProps extends Pick<Line, 'rows' | 'currency'> {
  sort: LineFilters['sort'];
  /** What a search finds is on any level, so each member names the level. */
  isFound?: boolean;
}

type Row = Line['rows'][number];

/** A line of members. A member with others directly below is a branch that unfolds. */
export const LineTree = (line: MembersProps) => (
  <div className="tree">
    <Members {...line} />
  </div>
);

function Members({ rows, currency, sort, isFound }: MembersProps) {
  return (
    <ul>
      {rows.map((row) => {
        const person = <Person row={row} currency={currency} isFound={isFound} />;
        return (
          <li key={row.key}>
            {row.children ? (
              <Branch row={row} count={row.children} sort={sort}>
                {person}
              </Branch>
            ) : (
              <div className="leaf">{person}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface BranchProps {
  row: Row;
  count: number;
  sort: LineFilters['sort'];
  children: ReactNode;
}

/** Script loads the line below in place. Without script, and for what does not fit here, a link leads to its page. */
function Branch({ row: { key, name }, count, sort, children }: BranchProps) {
  const { t } = useTranslation('affiliate');
  const { data: line, load, state } = useFetcher<Line>();
  const path = linePath({ parent: key, sort });
  const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
    if (currentTarget.open && !line && state === 'idle') load(path);
  };
  const isWhole = line && line.rows.length === line.page.total;
  return (
    <details onToggle={onToggle} aria-busy={state === 'idle' ? undefined : true}>
      <summary>
        <Icon name="down" />
        {children}
      </summary>
      {line ? <Members {...line} sort={sort} /> : null}
      {isWhole ? null : (
        <p>
          <Link className="small tap" to={path}>
            {t('line.show', { count, name: name ?? t('line.nameless') })}
          </Link>
        </p>
      )}
    </details>
  );
}

function Person({ row, currency, isFound }: { row: Row; currency: string; isFound: boolean | undefined }) {
  const { t } = useTranslation('affiliate');
  const { name, level, joined, size, volume } = row;
  return (
    <>
      <Avatar name={name ?? '–'} small />{' '}
      <span>
        <strong>{name ?? t('line.nameless')}</strong>{' '}
        <small>
          {isFound ? `${t('commissions.level', { level })}, ` : null}
          {t('line.joined')} <Time at={joined} format="date" />
          {size > 0 ? `, ${t('line.size', { count: size })}` : null}
          {volume === '0.00' ? null : (
            <>
              {`, ${t('line.volume')} `}
              <Money amount={volume} currency={currency} />
            </>
          )}
        </small>
      </span>
    </>
  );
}
