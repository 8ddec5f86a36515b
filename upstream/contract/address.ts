/** Where the member lives. Rules: product/settings.md, "Address". */
import { createRoute, z } from '@hono/zod-openapi';
import { answers, asMember, body, Day, Instant, memberFailures, Problem } from './shapes';

const ETag = z.string().max(1000);

export const MemberAddress = z
  .object({
    firstname: z.string(),
    lastname: z.string(),
    company: z.string().nullable(),
    street: z.string().nullable(),
    street_number: z.string().nullable(),
    address_line2: z.string().nullable(),
    postcode: z.string().nullable(),
    city: z.string().nullable(),
    /** ISO 3166-1 alpha-2. */
    country: z.string().length(2).nullable(),
    /** The short code of one of the country's regions; its name where it has none. */
    region: z.string().nullable(),
    /** E.164. */
    phone: z.string().nullable(),
    birthdate: z.iso.date().nullable(),
    /** The first withdrawal: since then only staff change names and country. */
    locked_since: Instant.nullable(),
    /** Of what stands here, for `If-Match`; a foreign upstream may do without. */
    etag: ETag.nullish(),
  })
  .openapi('MemberAddress');

export const getAddress = createRoute({
  method: 'get',
  path: '/user/address',
  tags: ['Address'],
  operationId: 'getAddress',
  summary: 'The member’s address; null for what nobody filled in yet',
  ...asMember,
  responses: { 200: answers(MemberAddress, 'The address'), ...memberFailures },
});

const text = (max: number) => z.string().trim().min(1).max(max);

export const putAddress = createRoute({
  method: 'put',
  path: '/user/address',
  tags: ['Address'],
  operationId: 'putAddress',
  summary: 'Save the whole address; `If-Match` carries the `etag` that was shown',
  ...asMember,
  request: {
    headers: z.object({ 'if-match': ETag.optional() }),
    ...body(
      z.strictObject({
        firstname: text(80),
        lastname: text(80),
        company: text(120).optional(),
        street: text(120),
        street_number: text(20),
        address_line2: text(120).optional(),
        /** Left out where the country has none. */
        postcode: text(20).optional(),
        city: text(100),
        country: z.string().regex(/^[A-Z]{2}$/),
        /** Left out where the country has no regions with a short code. */
        region: text(60).optional(),
        /** As people write it; a national number is one of the country. */
        phone: text(30).optional(),
        birthdate: Day,
      }),
    ),
  },
  responses: {
    200: answers(MemberAddress, 'The address as it is kept'),
    409: answers(Problem, 'Names and country are locked since the first withdrawal'),
    412: answers(Problem, 'Another address stands there than the one that was shown; nothing was saved'),
    ...memberFailures,
  },
});
