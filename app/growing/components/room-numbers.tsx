import { Form } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { RoomPlant } from '../../../upstream/contract/growing-rooms';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Link } from '../../ui/link';
import { type PageShape, Pagination } from '../../ui/pagination';
import { SearchField } from '../../ui/search-field';
import type { RoomHead } from '../room.server';
import { LONGEST_QUERY, numbersPath, SHOWN, type WantedNumbers } from '../room-numbers';

interface RoomNumbersProps {
  room: RoomHead;
  /** The page of the room itself has only the ways to the numbers. */
  wanted?: WantedNumbers;
  plants?: RoomPlant[];
  pages?: PageShape;
}

/** Every number of the room, in pages, with a search that works without script. */
export function RoomNumbers({ room, wanted, plants = [], pages }: RoomNumbersProps) {
  const { t } = useTranslation('growing');
  const title = useFocusOnNews(wanted && `${wanted.show} ${wanted.q} ${pages?.current_page}`);
  const { code, mine, losses_total: lost } = room;
  const counts = { all: room.plants + lost + room.waiting, mine, lost };
  if (counts.all === 0) return <p>{t('numbers.none_yet')}</p>;
  const heading = wanted?.q ? 'found' : (wanted?.show ?? 'all');
  return (
    <div className="stack">
      <div className="row row-ends">
        <h3 id="numbers" ref={title} tabIndex={wanted ? -1 : undefined}>
          {t(`numbers.heading.${heading}`, { count: pages?.total ?? counts.all })}
        </h3>
        <nav className="row small no-print" aria-label={t('numbers.label')}>
          {SHOWN.filter((one) => one === 'all' || one === wanted?.show || counts[one] > 0).map((show) => (
            <Link
              key={show}
              className="tap"
              to={numbersPath(code, { show, q: '' })}
              aria-current={show === wanted?.show ? 'page' : undefined}
            >
              {show === wanted?.show ? <strong>{t(`numbers.show.${show}`)}</strong> : t(`numbers.show.${show}`)}{' '}
              {show === 'all' ? null : `${counts[show]} `}
            </Link>
          ))}
        </nav>
      </div>
      <Form
        method="get"
        action={`/growing/room/${code}#numbers`}
        role="search"
        className="no-print"
        key={`${wanted?.show} ${wanted?.q}`}
      >
        <SearchField
          id="q"
          name="q"
          label={t('numbers.find')}
          defaultValue={wanted?.q}
          placeholder={`${code}-00417`}
          maxLength={LONGEST_QUERY}
          autoComplete="off"
          spellCheck={false}
        />
      </Form>
      {wanted ? <p className="small muted">{t('numbers.what')}</p> : null}
      {plants.length > 0 ? (
        <ul className="numbers">
          {plants.map((plant) => (
            <PlantNumber key={plant.number} plant={plant} />
          ))}
        </ul>
      ) : null}
      {wanted && plants.length === 0 ? (
        <p>
          {t('numbers.none')} <Link to={numbersPath(code, { show: 'all', q: '' })}>{t('numbers.clear')}</Link>
        </p>
      ) : null}
      {wanted && pages ? (
        <Pagination page={pages} href={(page) => numbersPath(code, wanted, page)} label={t('numbers.pages')} />
      ) : null}
    </div>
  );
}

/** Moves the focus to the heading, which has the count, when script shows another part of the list. */
function useFocusOnNews(shown: string | undefined) {
  const title = useRef<HTMLHeadingElement>(null);
  const hydrating = useRef(!useHydrated());
  useEffect(() => {
    if (shown !== undefined && !hydrating.current) title.current?.focus();
    hydrating.current = false;
  }, [shown]);
  return title;
}

const MARKS = {
  standing: { mine: 'mine', other: null },
  waiting: { mine: 'mine_waiting', other: 'waiting' },
  lost: { mine: 'mine_lost', other: 'lost' },
} as const;

function PlantNumber({ plant: { number, mine, state } }: { plant: RoomPlant }) {
  const { t } = useTranslation('growing');
  const mark = MARKS[state][mine ? 'mine' : 'other'];
  return (
    <li className={mine ? 'mine' : undefined}>
      {state === 'lost' ? <del className="ref">{number}</del> : <span className="ref">{number}</span>}{' '}
      {mark ? <small>{t(`numbers.mark.${mark}`)}</small> : null}
    </li>
  );
}
