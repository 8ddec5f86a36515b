import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useAnswer } from '../platform/form/use-answer';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { loadAppointment, register, type ShownAppointment } from './appointment.server';
import { documentSheet } from './components/appointment-sheet';
import { AppointmentView } from './components/appointment-view';
import { REGISTER_FORM } from './components/register-form';

export const handle = {
  title: (data) => (data as ShownAppointment).appointment.title,
  gate: 'member',
  sheet: documentSheet,
  modules: ['appointment'],
  i18n: ['appointment'],
  form: REGISTER_FORM,
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  return loadAppointment(await requireMember(args, handle), args);
}

export async function action(args: ActionFunctionArgs) {
  return register(args, await requireMember(args, handle));
}

export default function RegisterTicket() {
  return <AppointmentView shown={useLoaderData<typeof loader>()} answer={useAnswer<typeof action>()} />;
}
