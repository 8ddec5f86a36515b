/** The other members of a demo club at its appointments: now and then somebody registers or takes an offered place. */
import { randomInt } from 'node:crypto';
import { visitAppointments } from '../appointments/appointments';
import type { Deps } from '../deps';
import type { Deed } from './diary';

const minuteMs = 60_000;
/** Time from the viewer's arrival. */
const firstMs = { from: 0.5 * minuteMs, to: minuteMs };
/** Time between two acts. */
const pauseMs = { from: 3 * minuteMs, to: 7 * minuteMs };

/** Returns visitors whose `act` does what is due at `now`, while somebody is present. */
export function createVisitors(deps: Deps) {
  let due: number | null = null;
  return {
    act: async (now: Date, present: number): Promise<Deed[]> => {
      if (present === 0) {
        due = null;
        return [];
      }
      due ??= now.getTime() + randomInt(firstMs.from, firstMs.to);
      if (due > now.getTime()) return [];
      due = now.getTime() + randomInt(pauseMs.from, pauseMs.to);
      return (await visitAppointments(deps, now)) ? [{ what: 'registration', path: '/appointments' }] : [];
    },
  };
}
