import { sql } from 'drizzle-orm';
import { auditLog } from '../database/audit.tables';
import { tablePart } from '../database/export-parts';
import { type PersonalData, withhold } from '../database/personal-data';
import { exports } from './privacy.tables';

/** The personal data that this module keeps of a member, and the audit log, which belongs to all modules. */
export const privacyData: PersonalData = {
  exports: [
    tablePart({
      name: 'history',
      description: {
        en: 'What happened in your account, and who did it: you, the club, or somebody not signed in.',
        de: 'Was in deinem Konto geschah und wer es war: du, der Verein oder jemand, der nicht angemeldet war.',
      },
      table: auditLog,
      owner: auditLog.userId,
      key: auditLog.id,
      fields: {
        id: auditLog.id,
        at: auditLog.at,
        action: auditLog.action,
        by: sql`case when ${auditLog.actorId} = ${auditLog.userId} then 'you' when ${auditLog.actorId} is null then 'nobody signed in' else 'the club' end`,
        ip_address: sql`case when ${auditLog.actorId} = ${auditLog.userId} or ${auditLog.actorId} is null then ${auditLog.ip} end`,
        detail: auditLog.detail,
      },
    }),
    tablePart({
      name: 'exports',
      description: { en: 'The exports that you asked for.', de: 'Die Exporte, die du angefordert hast.' },
      table: exports,
      owner: exports.userId,
      key: exports.id,
      fields: {
        id: exports.id,
        state: exports.state,
        requested_at: exports.requestedAt,
        made_at: exports.madeAt,
        good_until: exports.expiresAt,
        bytes: exports.size,
      },
    }),
  ],
  deletes: [exports],
  withholds: [
    withhold(exports, ['attempt', 'rowsDone', 'rowsTotal'], 'they are the progress of the work'),
    withhold(auditLog, ['requestId'], 'it only connects lines of logs'),
  ],
  keeps: [
    { table: auditLog, because: 'it shows what was done; it names ids, and the network addresses of the member go' },
  ],
};
