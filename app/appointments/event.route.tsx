import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/card-states';
import { loadFeatured, type ShownAppointment } from './appointment.server';
import { APPOINTMENTS } from './appointment-path';
import { AppointmentSheet, documentSheet } from './components/appointment-sheet';
import { AppointmentView } from './components/appointment-view';
import { REGISTER_FORM } from './components/register-form';

export const handle = {
  title: (data, t) => (data as { shown: ShownAppointment | null }).shown?.appointment.title ?? t('common:titles.event'),
  gate: 'member',
  sheet: documentSheet,
  modules: ['wallet', 'appointment'],
  permission: 'appointment.view',
  i18n: ['appointment'],
  form: REGISTER_FORM,
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  return { shown: await loadFeatured(await requireMember(args, handle)) };
}

export default function EventPage() {
  const { t } = useTranslation('appointment');
  const { shown } = useLoaderData<typeof loader>();
  if (shown) return <AppointmentView shown={shown} answer={undefined} />;
  return (
    <>
      <AppointmentSheet />
      <div className="head">
        <h1>{t('common:titles.event')}</h1>
      </div>
      <Card title={t('event.none')}>
        <EmptyState
          title={t('event.none')}
          action={<LinkButton to={APPOINTMENTS}>{t('common:titles.appointments')}</LinkButton>}
        >
          {t('event.none_text')}
        </EmptyState>
      </Card>
    </>
  );
}
