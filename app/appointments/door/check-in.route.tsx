import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useAnswer } from '../../platform/form/use-answer';
import { useTranslation } from '../../platform/i18n/use-translation';
import type { RouteHandle } from '../../platform/page/handle';
import { requireMember } from '../../platform/request/gates.server';
import { Card } from '../../ui/card';
import { WayBack } from '../../ui/way-back';
import { APPOINTMENTS } from '../appointment-path';
import { AppointmentSheet, documentSheet } from '../components/appointment-sheet';
import { When } from '../components/when';
import { Attempts } from './attempts';
import { checkAtDoor, loadDoor } from './door.server';
import { DoorChoice, OtherDoor } from './door-choice';
import { FoundHolders } from './found';
import { SCAN_FORM, ScanCard } from './scan-card';

type Loaded = Awaited<ReturnType<typeof loadDoor>>;

export const handle = {
  title: (data, t) => {
    const { door } = data as Loaded;
    return door ? t('door:for', { title: door.appointment.title }) : t('door:name');
  },
  gate: 'member',
  sheet: documentSheet,
  modules: ['appointment'],
  permission: 'event.check_in',
  i18n: ['door', 'appointment'],
  form: SCAN_FORM,
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  return loadDoor(await requireMember(args, handle));
}

export async function action(args: ActionFunctionArgs) {
  return checkAtDoor(args, await requireMember(args, handle));
}

export default function CheckInPage() {
  const { t } = useTranslation('door');
  const { doors, door, q } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  return (
    <>
      <AppointmentSheet />
      <div className="head">
        <WayBack to={APPOINTMENTS}>{t('common:titles.appointments')}</WayBack>
        <h1>{door ? t('for', { title: door.appointment.title }) : t('name')}</h1>
        {door ? (
          <p className="muted">
            <When span={door.appointment} />
          </p>
        ) : null}
      </div>
      {door ? (
        <div className="grid">
          <div className="w8 stack stack-l">
            <ScanCard key={door.appointment.label} door={door} answer={answer} />
            <Attempts door={door} />
          </div>
          <div className="w4 stack stack-l">
            <FoundHolders door={door} q={q} />
            {doors.length > 1 ? <OtherDoor doors={doors} current={door.appointment.label} /> : null}
            <Card title={t('offline.title')}>
              <p className="small">{t('offline.text')}</p>
            </Card>
          </div>
        </div>
      ) : (
        <DoorChoice doors={doors} />
      )}
    </>
  );
}
