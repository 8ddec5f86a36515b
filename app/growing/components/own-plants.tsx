import { Fragment } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { Link } from '../../ui/link';
import type { ShownRoom } from '../room.server';

const STATES = ['standing', 'waiting', 'lost'] as const;

/** The member's plants in the room: the first ones by state, and the way to all. */
export function OwnPlants({ room }: { room: ShownRoom }) {
  const { t } = useTranslation('growing');
  const { own, mine } = room;
  const words = {
    standing: room.stage ? t(`common:ui.growth.${room.stage}`) : '',
    waiting: t('room.waits', { count: own.waiting.length }),
    lost: t('room.lost'),
  };
  return (
    <Card title={t('room.own')} width={4} fill>
      <div className="stack">
        {mine === 0 ? (
          <p>
            {t('room.mine', { count: 0 })} <Link to="/growing/sale">{t('room.to_sales')}</Link>
          </p>
        ) : (
          <ul className="lines small">
            {STATES.filter((state) => own[state].length > 0).map((state) => (
              <li key={state}>
                {own[state].map((number, index) => (
                  <Fragment key={number}>
                    {index > 0 ? ', ' : null}
                    <Link className="ref" to={`/growing/plant/${number}`}>
                      {number}
                    </Link>
                  </Fragment>
                ))}{' '}
                <span className="sub">{words[state]}</span>
              </li>
            ))}
          </ul>
        )}
        {mine > STATES.reduce((sum, state) => sum + own[state].length, 0) ? (
          <p>
            <Link to={`/growing/plants?room=${room.code}`}>{t('room.all_own', { count: mine, room: room.name })}</Link>
          </p>
        ) : null}
      </div>
    </Card>
  );
}
