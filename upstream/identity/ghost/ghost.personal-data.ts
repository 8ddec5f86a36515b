import { eq } from 'drizzle-orm';
import { type PersonalData, tablePart } from '../../privacy/privacy';
import { ghostLinks, ghostRequests, ghostSessions } from './ghost.tables';

/** When staff saw the member's area, and what they saw. The record of it stays: it shows what was done by whom. */
export const ghostData: PersonalData = {
  exports: [
    tablePart({
      name: 'staff_visits',
      description: {
        en: 'When somebody of the club saw your members area, and why.',
        de: 'Wann jemand vom Verein deinen Mitgliederbereich angesehen hat und warum.',
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
      description: { en: 'What they looked at, page by page.', de: 'Was sie angesehen haben, Seite für Seite.' },
      table: ghostRequests,
      join: { table: ghostSessions, on: eq(ghostSessions.id, ghostRequests.sessionId) },
      owner: ghostRequests.userId,
      key: ghostRequests.id,
      fields: {
        staff_visit: ghostRequests.sessionId,
        name: ghostSessions.actorName,
        at: ghostRequests.at,
        page: ghostRequests.page,
        call: ghostRequests.path,
        outcome: ghostRequests.outcome,
      },
    }),
  ],
  deletes: [ghostLinks],
  keeps: [
    { table: ghostSessions, because: 'they show who of the club looked at the account, and why' },
    { table: ghostRequests, because: 'they show what they looked at' },
  ],
};
