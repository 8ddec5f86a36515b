/** Rooms and the proof of their plants. Rules: docs/product/growing.md. */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { stages } from './growing';
import { Photo } from './growing-photos';
import { answers, Day, Instant, memberFailures, PageQuery, page } from './shapes';

const StageSince = z.object({ stage: z.enum(stages), since: Instant });

/** A plant of the book that has not ended. Whose it is, only its owner learns. */
export const RoomPlant = z.object({
  number: z.string(),
  mine: z.boolean(),
  /** `standing`: in one of its cycles and not lost in the running one. */
  state: z.enum(['standing', 'waiting', 'lost']),
});
export type RoomPlant = z.infer<typeof RoomPlant>;

export const Room = z
  .object({
    code: z.string(),
    name: z.string(),
    city: z.string(),
    places: z.int(),
    /** The running cycle; 0 before the first one. */
    cycle: z.int(),
    strain: z.string().nullable(),
    stage: z.enum(stages).nullable(),
    stage_since: Instant.nullable(),
    expected_harvest_on: Day.nullable(),
    /** The stages of the running cycle so far. */
    stages: z.array(StageSince),
    /** Plants that the book has in this room now: sold, in one of their cycles, and not lost. */
    plants: z.int(),
    /** Plants that wait for a later cycle. */
    waiting: z.int(),
    /** What staff counted last. The reason says why it differs from the book at that time. */
    count: z
      .object({
        standing: z.int(),
        expected: z.int(),
        at: Instant,
        by: z.string(),
        reason: z.string().nullable(),
        /** Plants lost since then in the running cycle. */
        lost_since: z.int(),
      })
      .nullable(),
    /** The member’s plants there that stand, wait or are lost; without those that ended. */
    mine: z.int(),
    /** The first of them by number, at most six. */
    own: z.array(RoomPlant),
    /** Plants lost in the running cycle, the newest first, at most 20. */
    losses: z.array(
      z.object({
        number: z.string(),
        mine: z.boolean(),
        at: Instant,
        reason: z.string(),
      }),
    ),
    losses_total: z.int(),
    /** What happened in the running cycle, the newest first: stages, losses of a day, counts; at most 20. */
    history: z.array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('stage'), at: Instant, stage: z.enum(stages) }),
        z.object({ kind: z.literal('loss'), at: Instant, plants: z.int(), reason: z.string() }),
        z.object({ kind: z.literal('count'), at: Instant, standing: z.int(), expected: z.int() }),
      ]),
    ),
    /** The newest first, at most three. */
    photos: z.array(Photo).nullish(),
  })
  .openapi('Room');
export type Room = z.infer<typeof Room>;

const params = z.object({ code: z.string().openapi({ param: { name: 'code', in: 'path' } }) });

export const getRoom = createRoute({
  method: 'get',
  path: '/growing/rooms/{code}',
  tags: ['Growing'],
  operationId: 'getRoom',
  summary: 'One room: its running cycle, plants in the book and as counted, losses',
  ...withAbility('growing:read'),
  request: { params },
  responses: { 200: answers(Room, 'The room'), ...memberFailures },
});

export const listRoomPlants = createRoute({
  method: 'get',
  path: '/growing/rooms/{code}/plants',
  tags: ['Growing'],
  operationId: 'listRoomPlants',
  summary: 'The numbers of all plants of a room, without their owners',
  ...withAbility('growing:read'),
  request: {
    params,
    query: PageQuery.extend({
      /** A number or its beginning: `B2-004`, `b2 417`, `417`. */
      q: z.string().max(20).optional(),
      /** Only the member’s plants, or only those lost in the running cycle. */
      show: z.enum(['mine', 'lost']).optional(),
    }),
  },
  responses: { 200: answers(page(RoomPlant), 'The numbers'), ...memberFailures },
});
