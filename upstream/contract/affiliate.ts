/**
 * A member's link, team and their figures. Rules: docs/product/affiliate.md. A click is recorded by `countReferralClick`
 * (`referrals.ts`). Whoever is not in the caller's own line is `404`, as if there were no such member.
 */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { CampaignLabel, RefHash } from './referrals';
import { answers, asMember, body, Instant, memberFailures, page } from './shapes';
import { Amount, Currency } from './wallet';

/** A share in per cent with one decimal: `2.2`. Null without a single click. */
const Share = z
  .string()
  .regex(/^\d+\.\d$/)
  .nullable();

/** A rate in per cent with two decimals: `5.00`. */
export const Rate = z.string().regex(/^\d{1,2}\.\d{2}$/);

/** Levels that are counted. The first of them earn. */
export const countedLevels = 10;

export const Affiliate = z
  .object({
    ref_hash: RefHash,
    /** The path of the link, such as `/r/7Q2MX4KD`. The web app puts its own address before it. */
    link: z.string().regex(/^\/r\//),
    currency: Currency,
    stats: z.object({
      clicks: z.int(),
      /** Members of the first line. */
      registrations: z.int(),
      /** Of these, members with at least one plant. */
      active: z.int(),
      /** Active members out of clicks. */
      conversion: Share,
      /** Paid commissions. */
      earned: Amount,
      pending: Amount,
    }),
    /** Levels with a member, from the first one. */
    levels: z.array(
      z.object({
        level: z.int().min(1).max(countedLevels),
        members: z.int(),
        active: z.int(),
        /** The price of the plants that the members of this level bought, without refunded orders. */
        volume: Amount,
        /** Null for a level that earns nothing. */
        rate: Rate.nullable(),
      }),
    ),
    /** At most `mostCampaigns`, those with the most clicks first. */
    campaigns: z.array(
      z.object({
        /** Null for links without a campaign. */
        label: CampaignLabel.nullable(),
        clicks: z.int(),
        registrations: z.int(),
        active: z.int(),
        rate: Share,
      }),
    ),
    /** Whether the member hides the name from everybody above the sponsor. */
    name_hidden: z.boolean(),
  })
  .openapi('Affiliate');
export type Affiliate = z.infer<typeof Affiliate>;

/** The most campaigns in `Affiliate`. */
export const mostCampaigns = 20;

export const getAffiliate = createRoute({
  method: 'get',
  path: '/affiliate',
  tags: ['Affiliate'],
  operationId: 'getAffiliate',
  summary: 'The member’s link, and what came of it',
  ...withAbility('affiliate:read'),
  responses: { 200: answers(Affiliate, 'The figures'), ...memberFailures },
});

/** A member in the caller's line. The key is opaque, and another one for each caller. */
export const TeamMember = z
  .object({
    key: z.string().max(64),
    /** The full name on the first level, below it "Anna K."; null if hidden, or if the account was deleted. */
    name: z.string().nullable(),
    level: z.int().min(1),
    joined_at: Instant,
    active: z.boolean(),
    /** The price of the plants of the member and everybody below, without refunded orders. */
    volume: Amount,
    /** How many members are below. */
    size: z.int(),
    /** How many of them are directly below. */
    children: z.int(),
  })
  .openapi('TeamMember');
export type TeamMember = z.infer<typeof TeamMember>;

export const teamSorts = ['joined', 'volume', 'size'] as const;

export const TeamFilters = z.object({
  /** The key of a member of the line, whose direct line is listed. Without it, the caller's own. */
  parent: z.string().max(64).optional(),
  /** The beginning of a first name, searched below the parent on all counted levels. Hidden names are not found. At most 100 are listed. */
  q: z.string().trim().max(50).optional(),
  /** Newest first, or most first. */
  sort: z.enum(teamSorts).default('joined'),
  page: z.coerce.number().int().min(1).default(1),
  per_page: z.coerce.number().int().min(1).max(50).default(15),
});
export type TeamFilters = z.infer<typeof TeamFilters>;

export const Team = page(TeamMember)
  .extend({
    /** From the first level down to the member whose line it is; empty for the caller's own line. */
    above: z.array(TeamMember.pick({ key: true, name: true, level: true })),
    /** More members fit the search than are listed. A longer beginning of the name finds fewer. */
    has_more: z.boolean().nullish(),
    currency: Currency,
  })
  .openapi('Team');
export type Team = z.infer<typeof Team>;

export const listTeam = createRoute({
  method: 'get',
  path: '/affiliate/team',
  tags: ['Affiliate'],
  operationId: 'listTeam',
  summary: 'The direct line of the member or of a member below, or what a search finds there',
  ...withAbility('affiliate:read'),
  request: { query: TeamFilters },
  responses: { 200: answers(Team, 'The members'), ...memberFailures },
});

export const Growth = z
  .object({
    /** The last 12 months in Berlin, the oldest first; the last one is still running. */
    months: z
      .array(
        z.object({
          month: z
            .string()
            .regex(/^\d{4}-\d{2}$/)
            .openapi({ example: '2026-11' }),
          /** Who joined on the counted levels. */
          members: z.int(),
        }),
      )
      .length(12),
  })
  .openapi('AffiliateGrowth');
export type Growth = z.infer<typeof Growth>;

export const getGrowth = createRoute({
  method: 'get',
  path: '/affiliate/growth',
  tags: ['Affiliate'],
  operationId: 'getAffiliateGrowth',
  summary: 'New members of the team by month',
  ...withAbility('affiliate:read'),
  responses: { 200: answers(Growth, 'The months'), ...memberFailures },
});

export const setNameHidden = createRoute({
  method: 'put',
  path: '/affiliate/privacy',
  tags: ['Affiliate'],
  operationId: 'setNameHidden',
  summary: 'Hide the name from everybody above the sponsor, or show it; saying the same twice changes nothing',
  ...asMember,
  request: body(z.strictObject({ name_hidden: z.boolean() })),
  responses: { 200: answers(z.object({ name_hidden: z.boolean() }), 'What holds now'), ...memberFailures },
});
