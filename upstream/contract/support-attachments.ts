/** Files of tickets. Rules: docs/product/support.md#attachments. */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { answers, Instant, memberFailures, OpaqueId, Problem } from './shapes';

/** The types that are accepted, by the signature of the file. */
export const attachmentTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'text/plain'] as const;

/** Limits of one message. Sizes are bytes. */
export const attachmentLimits = { files: 5, each: 10 * 1024 * 1024, together: 25 * 1024 * 1024 } as const;

export const Attachment = z
  .object({
    id: z.uuid(),
    /** The cleaned file name. Never use it as a path. */
    name: z.string(),
    type: z.enum(attachmentTypes),
    /** Bytes. */
    size: z.int(),
    /** Pixels of the preview; null while there is none, and for files that are no images. */
    preview: z.object({ width: z.int(), height: z.int() }).nullish(),
    created_at: Instant,
  })
  .openapi('Attachment');
export type Attachment = z.infer<typeof Attachment>;

/** Bytes of an upload's body: the file, and what `multipart/form-data` writes around it. */
export const uploadBodyBytes = attachmentLimits.each + 64 * 1024;

/** Returns the `Content-Disposition` of a file, which browsers save under its name. */
export function dispositionOf(name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}

const binary = { schema: z.string().openapi({ format: 'binary' }) };
const params = z.object({ id: OpaqueId });

export const uploadAttachment = createRoute({
  method: 'post',
  path: '/support/attachments',
  tags: ['Support'],
  operationId: 'uploadAttachment',
  summary: 'Upload one file; it belongs to the member, and to a message as soon as one names it',
  ...withAbility('support:write'),
  request: {
    body: {
      required: true,
      // No schema of zod, because such a body would be read as a whole.
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object' as const,
            required: ['file'],
            properties: { file: { type: 'string' as const, format: 'binary' } },
          },
        },
      },
    },
  },
  responses: {
    201: answers(Attachment, 'The file'),
    400: answers(Problem, '`upload_broken_off`'),
    413: answers(Problem, '`file_too_large`: refused as soon as the limit is reached'),
    ...memberFailures,
  },
});

export const getAttachment = createRoute({
  method: 'get',
  path: '/support/attachments/{id}',
  tags: ['Support'],
  operationId: 'getAttachment',
  summary: 'The bytes of a file; ranges are served',
  ...withAbility('support:read'),
  request: { params },
  responses: {
    200: { description: 'The file, as an attachment', content: { 'application/octet-stream': binary } },
    206: { description: 'A range of the file', content: { 'application/octet-stream': binary } },
    304: { description: 'The file is the one in `If-None-Match`' },
    416: { description: 'No such range' },
    ...memberFailures,
  },
});

export const getAttachmentPreview = createRoute({
  method: 'get',
  path: '/support/attachments/{id}/preview',
  tags: ['Support'],
  operationId: 'getAttachmentPreview',
  summary: 'A small WebP of an image, encoded anew and without metadata',
  ...withAbility('support:read'),
  request: { params },
  responses: {
    200: { description: 'The preview', content: { 'image/webp': binary } },
    304: { description: 'The preview is the one in `If-None-Match`' },
    ...memberFailures,
  },
});
