import * as calls from '../contract/appointments';
import type { Deps } from '../deps';
import type { Api } from '../http/env';
import { paginate } from '../http/paginator';
import { forMember, holderOf } from '../members/member-gate';
import { dayAfter, startOfDay, zoneOf } from '../wallet/wallet';
import { mountCalendar } from './calendar/calendar.api';
import { labelIn, viewerOf } from './calls';
import { mountDoor } from './door/door.api';
import { findFeatured, getAppointment, listAppointments } from './list-appointments';
import { mountTickets } from './tickets/tickets.api';

/** Serves the calls of `contract/appointments*`. Calls with a fixed path come before those with a label in its place. */
export function mountAppointments(api: Api, deps: Deps): void {
  api.openapi(forMember(deps, calls.listAppointments), async (c) => {
    const viewer = viewerOf(c);
    const { page, per_page: perPage, kind, mine, past, from, to } = c.req.valid('query');
    const zone = zoneOf(holderOf(c).user, c.get('timeZone'));
    const { data, total, ...others } = await listAppointments(deps.db, viewer, {
      ...{ kind, isMine: mine === '1', isPast: past === '1', page, perPage },
      from: from === undefined ? undefined : startOfDay(from, zone),
      to: to === undefined ? undefined : startOfDay(dayAfter(to), zone),
    });
    return c.json({ ...paginate(c.req.url, { data, total, page, perPage }), ...others }, 200);
  });
  api.openapi(forMember(deps, calls.getFeaturedAppointment), async (c) =>
    c.json({ appointment: await findFeatured(deps.db, viewerOf(c)) }, 200),
  );
  mountCalendar(api, deps);
  mountDoor(api, deps);
  mountTickets(api, deps);
  api.openapi(forMember(deps, calls.getAppointment), async (c) => {
    const viewer = viewerOf(c);
    return c.json(await getAppointment(deps.db, viewer, labelIn(c.req.valid('param'))), 200);
  });
}
