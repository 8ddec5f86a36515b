/** A member's plants and what became of them. Rules: docs/product/growing.md. */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { stages } from './growing';
import { answers, Day, Instant, memberFailures, PageQuery, page } from './shapes';
import { Amount, Currency } from './wallet';

/** A plant waits for its first cycle, has the stage of its room, is lost in the running cycle, or has ended. */
export const plantStages = ['waiting', ...stages, 'lost', 'ended'] as const;
export const PlantStage = z.enum(plantStages);
export type PlantStage = z.infer<typeof PlantStage>;

export const RoomName = z.object({ code: z.string(), name: z.string(), city: z.string() });

export const Plant = z
  .object({
    /** Given once in the club: `B2-00417`. */
    number: z.string(),
    room: RoomName,
    strain: z.string(),
    purchased_at: Instant,
    order_label: z.string(),
    /** The cycle in which it began or will begin. */
    first_cycle: z.int(),
    /** The running cycle of its room; 0 before the first one. */
    cycle_number: z.int(),
    /** Cycles after the running one; of a plant that waits, all of them. */
    cycles_left: z.int(),
    stage: PlantStage,
    /** When the room came into its stage; of a lost plant, when it was lost. Null while it waits. */
    stage_since: Instant.nullable(),
    expected_harvest_on: Day.nullable(),
    /** Set while it is lost in the running cycle. */
    lost: z.object({ at: Instant, reason: z.string() }).nullable(),
  })
  .openapi('Plant');
export type Plant = z.infer<typeof Plant>;

/** The member’s plants of one room that are in the same stage. */
export const PlantGroup = z.object({
  room: RoomName,
  strain: z.string(),
  cycle_number: z.int(),
  /** Of plants that wait, the cycle in which they begin. */
  first_cycle: z.int().nullable(),
  stage: PlantStage,
  stage_since: Instant.nullable(),
  expected_harvest_on: Day.nullable(),
  plants: z.int(),
  /** How many more of the member’s plants there are lost in this cycle. */
  lost: z.int(),
});
export type PlantGroup = z.infer<typeof PlantGroup>;

/** A harvest as a line in the member’s history. */
export const HarvestLine = z
  .object({
    /** Room and cycle: `B2-3`. */
    id: z.string(),
    room: RoomName,
    cycle: z.int(),
    /** When the member’s share was settled; null while the payout runs. */
    paid_at: Instant.nullable(),
    my_plants: z.int(),
    my_lost: z.int(),
    /** Grams of the member’s plants, rounded. */
    my_grams: z.int(),
    /** Grams of one plant with one decimal: `103.4`. */
    grams_per_plant: z.string(),
    /** The payout by the newest statement. */
    my_payout: Amount,
    currency: Currency,
    /** The newest correction: what it added to the payout, or took from later ones. */
    correction: z.object({ at: Instant, difference: z.string() }).nullable(),
  })
  .openapi('HarvestLine');
export type HarvestLine = z.infer<typeof HarvestLine>;

/** The most harvests in `latest`. */
export const latestHarvests = 5;

export const GrowingSummary = z
  .object({
    /** Plants that have not ended, with those lost in the running cycle. */
    plants: z.int(),
    groups: z.array(PlantGroup),
    /** The next harvest that is expected, with the number of the member’s plants in it. */
    next_harvest: z.object({ room: RoomName, plants: z.int(), expected_on: Day }).nullable(),
    /** Of all harvests with a part of the member. */
    harvests: z.int(),
    /** What is settled, by the newest statements. What was too much is deducted from later payouts. */
    paid: Amount,
    grams: z.int(),
    /** How often plants of the member were lost, in whichever cycle. */
    lost: z.int(),
    currency: Currency,
    /** The newest harvests, at most `latestHarvests`, oldest first. */
    latest: z.array(HarvestLine),
  })
  .openapi('GrowingSummary');
export type GrowingSummary = z.infer<typeof GrowingSummary>;

export const getGrowing = createRoute({
  method: 'get',
  path: '/growing/summary',
  tags: ['Growing'],
  operationId: 'getGrowing',
  summary: 'The member’s plants by room, and what the harvests brought',
  ...withAbility('growing:read'),
  responses: { 200: answers(GrowingSummary, 'The summary'), ...memberFailures },
});

export const PlantFilters = z.object({
  room: z
    .string()
    .regex(/^[A-Z][A-Z0-9]{0,5}$/)
    .optional(),
  stage: PlantStage.optional(),
  /** A plant’s number or its beginning. */
  q: z.string().max(20).optional(),
  order: z.string().max(20).optional(),
  /** Only plants after this number, for a program that reads all of them. */
  after: z.string().max(20).optional(),
});
export type PlantFilters = z.infer<typeof PlantFilters>;

export const listPlants = createRoute({
  method: 'get',
  path: '/growing/plants',
  tags: ['Growing'],
  operationId: 'listPlants',
  summary: 'The member’s plants by number',
  ...withAbility('growing:read'),
  request: { query: PlantFilters.extend(PageQuery.shape) },
  responses: { 200: answers(page(Plant), 'The plants'), ...memberFailures },
});

/** One plant with its history. */
export const PlantStory = Plant.extend({
  sale_label: z.string(),
  /** Of its cycles so far, the newest first. */
  cycles: z.array(
    z.object({
      cycle: z.int(),
      stages: z.array(z.object({ stage: z.enum(stages), since: Instant })),
      lost: z.object({ at: Instant, reason: z.string() }).nullable(),
      /** The statement of its harvest, once it is approved: the exact part of one plant, cut off after four decimals. */
      harvest: z
        .object({ id: z.string(), per_plant: z.string(), currency: Currency, grams_per_plant: z.string() })
        .nullable(),
    }),
  ),
}).openapi('PlantStory');
export type PlantStory = z.infer<typeof PlantStory>;

export const getPlant = createRoute({
  method: 'get',
  path: '/growing/plants/{number}',
  tags: ['Growing'],
  operationId: 'getPlant',
  summary: 'One plant of the member',
  ...withAbility('growing:read'),
  request: { params: z.object({ number: z.string().openapi({ param: { name: 'number', in: 'path' } }) }) },
  responses: { 200: answers(PlantStory, 'The plant'), ...memberFailures },
});

export const listHarvests = createRoute({
  method: 'get',
  path: '/growing/harvests',
  tags: ['Growing'],
  operationId: 'listHarvests',
  summary: 'Harvests with a part of the member, the newest first',
  ...withAbility('growing:read'),
  request: { query: PageQuery },
  responses: { 200: answers(page(HarvestLine), 'The harvests'), ...memberFailures },
});
