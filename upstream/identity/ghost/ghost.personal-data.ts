import { eq } from 'drizzle-orm';
import { tablePart } from '../../database/export-parts';
import { type PersonalData, withhold } from '../../database/personal-data';
import { ghostSessions } from '../../members/sessions.tables';
import { ghostLinks, ghostRequests } from './ghost.tables';

/** When staff visited the member's area, and what they saw. The records stay, because they show who did what. */
export const ghostData: PersonalData = {
  exports: [
    tablePart({
      name: 'staff_visits',
      description: {
        en: 'When our staff looked at your members area, and why.',
        de: 'Wann unser Team deinen Mitgliederbereich angesehen hat und warum.',
      },
      table: ghostSessions,
      owner: ghostSessions.userId,
      key: ghostSessions.id,
      fields: {
        id: ghostSessions.id,
        name: ghostSessions.actorName,
        reason: ghostSessions.reason,
        ticket_id: ghostSessions.ticketId,
        read_only: ghostSessions.readOnly,
        started_at: ghostSessions.startedAt,
        expires_at: ghostSessions.expiresAt,
        ended_at: ghostSessions.endedAt,
        ended_reason: ghostSessions.endedReason,
      },
    }),
    tablePart({
      name: 'staff_visits_pages',
      description: { en: 'What they looked at, page by page.', de: 'Was unser Team angesehen hat, Seite für Seite.' },
      table: ghostRequests,
      join: { table: ghostSessions, on: eq(ghostSessions.id, ghostRequests.sessionId) },
      owner: ghostRequests.userId,
      key: ghostRequests.id,
      fields: {
        staff_visit: ghostRequests.sessionId,
        name: ghostSessions.actorName,
        at: ghostRequests.at,
        page: ghostRequests.page,
        method: ghostRequests.method,
        call: ghostRequests.path,
        outcome: ghostRequests.outcome,
      },
    }),
  ],
  deletes: [ghostLinks],
  withholds: [
    withhold(ghostLinks, ['tokenHash'], 'it is made of a secret'),
    withhold(
      ghostLinks,
      ['actorId', 'reason', 'ticketId', 'readOnly', 'createdAt', 'expiresAt', 'usedAt'],
      'a link lives for minutes; once it is used, the visit has the same fields',
    ),
    withhold(ghostSessions, ['actorId'], 'the name of the person is exported'),
    withhold(ghostRequests, ['actorId'], 'the name of the person is exported'),
    withhold(ghostRequests, ['id', 'requestId'], 'they only number the requests'),
  ],
  keeps: [
    { table: ghostSessions, because: 'they show who of the club looked at the account, and why' },
    { table: ghostRequests, because: 'they show what they looked at' },
  ],
};
