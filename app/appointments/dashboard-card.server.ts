import { contract } from '../../upstream/contract/contract';
import type { Member } from '../platform/request/gates.server';

/** Loads the next appointment for which the member holds a ticket. */
export async function loadAppointmentCard({ api }: Member) {
  const { data } = await api.call(contract.appointments.listAppointments, { query: { mine: '1', per_page: 1 } });
  const [next] = data;
  return { next: next ? { label: next.label, title: next.title, at: next.starts_at } : null };
}
