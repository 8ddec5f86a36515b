import type { AppointmentSummary } from '../../upstream/contract/appointments';
import { contract } from '../../upstream/contract/contract';
import type { Member } from '../platform/request/gates.server';

/** Loads the next appointment for which the member holds a ticket, and the places that are offered. Staff can take none. */
export async function loadAppointmentCard({ api, member: { ghost } }: Member) {
  const { data, offers } = await api.call(contract.appointments.listAppointments, {
    query: { mine: '1', per_page: 1 },
  });
  const [next] = data;
  return {
    next: next ? { label: next.label, title: next.title, at: next.starts_at } : null,
    offers: ghost ? [] : offers.map(offerOf),
  };
}

/** The title is left out, because the page weight of the dashboard has no room for it. */
const offerOf = ({ label, my_ticket }: AppointmentSummary) => ({ label, until: my_ticket?.offer_expires_at ?? null });
