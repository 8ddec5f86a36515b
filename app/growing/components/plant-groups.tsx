import { Form } from '@remix-run/react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Badge } from '../../ui/badge';
import { Button, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/card-states';
import { STAGES } from '../../ui/growth';
import { GrowthRow } from '../../ui/growth-row';
import { Link } from '../../ui/link';
import { Fold } from '../../ui/menu';
import { Time } from '../../ui/time';
import type { Overview } from '../overview.server';
import { filtersPath } from '../plant-filters';
import { RoomAndStage } from './room-and-stage';

type Props = Pick<Overview, 'plants' | 'next' | 'groups' | 'moreGroups' | 'typed' | 'filter' | 'canFilter'>;

/** The form is below what a phone shows at first. */
const FILTER = '/growing?filter=1#filter';

/** The member's plants, one growth row for each room. */
export function PlantGroups({ plants, next, groups, moreGroups, typed, filter, canFilter }: Props) {
  const { t } = useTranslation('growing');
  const title = t('overview.mine');
  if (plants === 0) {
    return (
      <Card title={title} end={<Link to="/growing/plants">{t('overview.every')}</Link>}>
        <EmptyState
          title={t('overview.none')}
          action={<LinkButton to="/growing/sale">{t('sales.to_sales')}</LinkButton>}
        >
          {t('overview.none_text')}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card title={title} end={<Link to="/growing/plants">{t('overview.every')}</Link>}>
      <div className="stack">
        {next ? <NextHarvest next={next} /> : null}
        {filter ? <Filter typed={typed} {...filter} /> : null}
        {canFilter && !filter ? <Link to={FILTER}>{t('overview.filter')}</Link> : null}
        {groups.length === 0 ? (
          <p>
            {t('overview.none_found')} <Link to="/growing">{t('plants.clear')}</Link>
          </p>
        ) : (
          <ul className="lines">
            {groups.map((group) => (
              <Group key={`${group.code} ${group.cycle}`} group={group} />
            ))}
          </ul>
        )}
        {moreGroups > 0 ? (
          <p>
            {t('overview.more', { count: moreGroups })}{' '}
            <Link to={filtersPath('/growing/plants', typed)}>{t('overview.every')}</Link>
          </p>
        ) : null}
      </div>
    </Card>
  );
}

function NextHarvest({ next: { room, code, plants, on } }: { next: NonNullable<Overview['next']> }) {
  const { t } = useTranslation('growing');
  return (
    <dl className="next">
      <div>
        <dt>{t('overview.next')}</dt>
        <dd>{t('overview.next_plants', { count: plants, room })}</dd>
      </div>
      <div>
        <dt>{t('overview.expected')}</dt>
        <dd>
          {t('overview.about')} <Time at={on} format="date" />
        </dd>
      </div>
      <div>
        <dt>{t('common:ui.next_step.can')}</dt>
        <dd>
          <Link to={`/growing/room/${code}`}>{t('overview.look')}</Link>
        </dd>
      </div>
    </dl>
  );
}

type FilterProps = Pick<Props, 'typed'> & NonNullable<Props['filter']>;

function Filter({ typed, rooms, stages }: FilterProps) {
  const { t } = useTranslation('growing');
  return (
    <Fold label={t('overview.filter')} open>
      <Form method="get" id="filter" className="stack" key={`${typed.room} ${typed.stage}`}>
        <div className="grid two">
          <RoomAndStage id="filter" className="w6" typed={typed} rooms={rooms} stages={stages} />
        </div>
        <div className="row">
          <Button small>{t('plants.apply')}</Button>{' '}
          <LinkButton kind="quiet" small to="/growing">
            {t('plants.clear')}
          </LinkButton>
        </div>
      </Form>
    </Fold>
  );
}

type ShownGroup = Overview['groups'][number];

function Group({ group }: { group: ShownGroup }) {
  const { t } = useTranslation('growing');
  const { code, name, strain, plants, lost, stage, cycle } = group;
  const drawn = group.drawn && STAGES.find((one) => one === stage);
  return (
    <li className="grid">
      <div className="w4 stack stack-s">
        <h3>
          <Link to={`/growing/room/${code}`}>{t('sale.plants_in', { count: plants, room: name })}</Link>
        </h3>
        <p className="note">{t('overview.strain', { strain, cycle })}</p>
        <Dates group={group} />
        {lost ? (
          <p className="small">
            <Badge tone="stop">{t('overview.lost', { count: lost })}</Badge>{' '}
            <Link to={`/growing/plants?room=${code}&stage=lost`}>{t('overview.why')}</Link>
          </p>
        ) : null}
      </div>
      {drawn ? (
        <div className="w8">
          <GrowthRow current={drawn} />
        </div>
      ) : null}
    </li>
  );
}

/** Since when the plants are in their stage, and when their harvest is expected. */
function Dates({ group: { stage, since, expected, cycle } }: { group: ShownGroup }) {
  const { t } = useTranslation('growing');
  if (!since) return <p className="small muted">{t('overview.waits', { cycle })}</p>;
  return (
    <p className="small muted">
      {t('overview.since', { stage: t(`common:ui.growth.${stage}`) })} <Time at={since} format="date" />
      {expected ? (
        <>
          <br />
          {t('overview.harvest_about')} <Time at={expected} format="date" />
        </>
      ) : null}
    </p>
  );
}
