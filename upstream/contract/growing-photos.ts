/** Photos of rooms. Rules: docs/product/growing.md#photos. */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { Line, memberFailures, OpaqueId } from './shapes';

export const photoFormats = ['avif', 'webp', 'jpeg'] as const;
export type PhotoFormat = (typeof photoFormats)[number];

/** What a photo shows, for those who do not see it. */
export const PhotoAlt = Line(200);
export const PhotoCaption = Line(120);

export const Photo = z
  .object({
    id: z.uuid(),
    taken_on: z.iso.date(),
    caption: z.string().nullable(),
    alt: z.string(),
    /** Width and height in pixels of the upright original, for the proportions. */
    width: z.int(),
    height: z.int(),
    /** The widths that there are files of, smallest first. The file is named `960.avif`. */
    widths: z.array(z.int()).min(1),
  })
  .openapi('Photo');
export type Photo = z.infer<typeof Photo>;

const image = { schema: z.string().openapi({ format: 'binary' }) };

export const getPhotoFile = createRoute({
  method: 'get',
  path: '/growing/photos/{id}/{picture}',
  tags: ['Growing'],
  operationId: 'getPhotoFile',
  summary: 'One file of a photo: its width and format, such as `960.avif`; it never changes',
  ...withAbility('growing:read'),
  request: {
    params: z.object({
      id: OpaqueId,
      picture: z
        .string()
        .max(16)
        .openapi({ param: { name: 'picture', in: 'path' }, example: '960.avif' }),
    }),
  },
  responses: {
    200: {
      description: 'The file; `Cache-Control: private, max-age=31536000, immutable`',
      content: { 'image/avif': image, 'image/webp': image, 'image/jpeg': image },
    },
    304: { description: 'The file is the one in `If-None-Match`' },
    ...memberFailures,
  },
});
