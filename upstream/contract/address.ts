/** The member's address. Rules: docs/product/settings.md#address. */
import { createRoute, z } from '@hono/zod-openapi';
import { answers, asMember, body, Day, Instant, Line, MemberName, memberFailures, noContent, Problem } from './shapes';
import { verification } from './verification';

const ETag = z.string().max(1000);

/** Lines that appear on envelopes and in documents. */
export const addressLines = {
  street: Line(120),
  street_number: Line(20),
  address_line2: Line(120).optional(),
  company: Line(120).optional(),
  /** Omitted if the country has no postcodes. */
  postcode: Line(20).optional(),
  city: Line(100),
};

/** Omitted if the country has no regions with a short code. */
const region = Line(60).optional();

/** Typed in any usual form; a national number belongs to the country. Stored and returned as E.164. */
export const telephones = {
  phone: Line(30).optional(),
};

/** The fields of the address itself. Names, country and birthdate belong to the member. */
export const placeFields = { ...addressLines, region, ...telephones };

export const MemberAddress = z
  .object({
    firstname: z.string(),
    lastname: z.string(),
    ...shown(placeFields),
    /** ISO 3166-1 alpha-2. */
    country: z.string().length(2).nullable(),
    birthdate: z.iso.date().nullable(),
    /** Time of the first completed withdrawal. Since then names and country stay. Null while staff have unlocked them. */
    locked_since: Instant.nullable(),
    /** Until then the member may change the unlocked names and country once. A foreign upstream may omit it. */
    unlocked_until: Instant.nullish(),
    /** ETag of this address, for `If-Match`; a foreign upstream may omit it. */
    etag: ETag.nullish(),
  })
  .openapi('MemberAddress');

/** Empty fields are null in the answer. A foreign upstream may omit the optional ones. */
function shown<F extends Record<string, z.ZodType>>(fields: F) {
  const shape = Object.entries(fields).map(([name, field]) => [
    name,
    field instanceof z.ZodOptional ? z.string().nullish() : z.string().nullable(),
  ]);
  return Object.fromEntries(shape) as { [N in keyof F]: AnswerField<F[N]> };
}

type AnswerField<F> = F extends z.ZodOptional ? z.ZodOptional<z.ZodNullable<z.ZodString>> : z.ZodNullable<z.ZodString>;

export const getAddress = createRoute({
  method: 'get',
  path: '/user/address',
  tags: ['Address'],
  operationId: 'getAddress',
  summary: 'The member’s address; null for what nobody filled in yet',
  ...asMember,
  responses: { 200: answers(MemberAddress, 'The address'), ...memberFailures },
});

const IdentityConflict = Problem.extend({
  /** The changed fields, if the conflict ends by itself. */
  errors: z.record(z.string(), z.array(z.string())).optional(),
}).openapi('IdentityConflict');

const memberFields = {
  /** Absent: the name stays unchanged. A different name needs the verification step. */
  firstname: MemberName.optional(),
  lastname: MemberName.optional(),
  country: z.string().regex(/^[A-Z]{2}$/),
  birthdate: Day,
};

export const checkAddress = createRoute({
  method: 'post',
  path: '/user/address/check',
  tags: ['Address'],
  operationId: 'checkAddress',
  summary: 'Everything that is wrong with a part of an address; saves nothing',
  ...asMember,
  request: body(z.strictObject({ ...memberFields, region, ...addressLines, ...telephones }).partial()),
  responses: { 204: noContent, ...memberFailures },
});

export const putAddress = createRoute({
  method: 'put',
  path: '/user/address',
  tags: ['Address'],
  operationId: 'putAddress',
  summary:
    'Save the whole address; `If-Match` carries the `etag` that was shown; another name needs the verification step',
  ...asMember,
  request: {
    headers: z.object({ 'if-match': ETag.optional() }),
    ...body(
      z.strictObject({
        ...memberFields,
        region,
        ...addressLines,
        ...telephones,
        ...verification,
      }),
    ),
  },
  responses: {
    200: answers(MemberAddress, 'The address as it is kept'),
    409: answers(
      IdentityConflict,
      'Names and country are locked since the first withdrawal, or while one is at the bank',
    ),
    412: answers(Problem, 'Another address stands there than the one that was shown; nothing was saved'),
    ...memberFailures,
  },
});
