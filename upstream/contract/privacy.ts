/** Consents, data export and account deletion. Rules: docs/product/README.md#privacy, and docs/product/settings.md. */
import { createRoute, z } from '@hono/zod-openapi';
import { answers, asMember, body, Instant, memberFailures, noContent, Problem } from './shapes';
import { verification } from './verification';

export const setTrackingConsent = createRoute({
  method: 'put',
  path: '/user/tracking-consent',
  tags: ['Privacy'],
  operationId: 'setTrackingConsent',
  summary: 'Give or withdraw the consent to user tracking; saying the same twice changes nothing',
  ...asMember,
  request: body(z.strictObject({ given: z.boolean() })),
  responses: {
    200: answers(
      z.object({ tracking_consent_at: Instant.nullable() }),
      'Since when the member consents; null without consent',
    ),
    ...memberFailures,
  },
});

export const DataExport = z
  .object({
    /** Null if there is no export. */
    id: z.uuid().nullable(),
    state: z.enum(['none', 'waiting', 'running', 'ready', 'failed', 'expired']),
    /** Written rows and their total; null before the work starts. */
    progress: z.object({ rows: z.int(), total: z.int() }).nullable(),
    requested_at: Instant.nullable(),
    made_at: Instant.nullable(),
    /** Bytes of the file. */
    size: z.int().nullable(),
    good_until: Instant.nullable(),
    /** When the member may request another export; null: now. */
    next_request_at: Instant.nullable(),
  })
  .openapi('DataExport');

const conflict = (description: string) => answers(Problem, description);

export const requestExport = createRoute({
  method: 'post',
  path: '/user/export',
  tags: ['Privacy'],
  operationId: 'requestExport',
  summary: 'Ask for a ZIP with everything that is kept about the member; one at a time, and one in 24 hours',
  ...asMember,
  responses: {
    202: answers(DataExport, 'It is made in the background'),
    409: conflict('One is being made already; code `export_running`'),
    ...memberFailures,
  },
});

export const getExport = createRoute({
  method: 'get',
  path: '/user/export',
  tags: ['Privacy'],
  operationId: 'getExport',
  summary: 'How far the latest export is',
  ...asMember,
  responses: { 200: answers(DataExport, 'The latest export'), ...memberFailures },
});

export const getExportFile = createRoute({
  method: 'get',
  path: '/user/export/{id}/file',
  tags: ['Privacy'],
  operationId: 'getExportFile',
  summary: 'The file of an export, for seven days',
  ...asMember,
  request: { params: z.object({ id: z.string().max(64) }) },
  responses: {
    200: {
      description: 'A ZIP of JSON and CSV',
      content: { 'application/zip': { schema: z.string().openapi({ format: 'binary' }) } },
    },
    409: conflict('It is not made yet; code `export_not_ready`'),
    ...memberFailures,
  },
});

export const AccountDeletion = z
  .object({
    requested_at: Instant.nullable(),
    /** When the account will be deleted; null if nobody requested it. */
    due_at: Instant.nullable(),
    /** What has to be settled first, in the caller's language. */
    obstacles: z.array(z.string()),
  })
  .openapi('AccountDeletion');

export const getDeletion = createRoute({
  method: 'get',
  path: '/user/delete',
  tags: ['Privacy'],
  operationId: 'getDeletion',
  summary: 'Whether the account will be deleted, and what stands in the way',
  ...asMember,
  responses: { 200: answers(AccountDeletion, 'Dates are null while nobody asked for it'), ...memberFailures },
});

export const requestDeletion = createRoute({
  method: 'post',
  path: '/user/delete',
  tags: ['Privacy'],
  operationId: 'requestDeletion',
  summary: 'Have the account deleted in 14 days; until then the member can take it back',
  ...asMember,
  request: body(
    z.strictObject({
      /** The current password; only for members who have one. */
      password: z.string().max(128).optional(),
      ...verification,
    }),
  ),
  responses: {
    202: answers(AccountDeletion, 'It will be deleted at `due_at`'),
    409: conflict('Codes `deletion_requested` (already) and `deletion_blocked` (the message says by what)'),
    ...memberFailures,
  },
});

export const cancelDeletion = createRoute({
  method: 'delete',
  path: '/user/delete',
  tags: ['Privacy'],
  operationId: 'cancelDeletion',
  summary: 'Keep the account; nothing happens where nobody asked for its deletion',
  ...asMember,
  responses: { 204: noContent, ...memberFailures },
});
