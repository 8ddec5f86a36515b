/** The team's part of a member's personal data. */
import { tablePart } from '../../database/export-parts';
import { type PersonalData, withhold } from '../../database/personal-data';
import {
  affiliateCampaigns,
  affiliateHiddenNames,
  affiliateLevels,
  affiliateMonths,
  affiliateMoves,
  affiliateNodes,
} from './team.tables';

const campaigns = tablePart({
  name: 'campaigns',
  description: {
    en: 'What came of your referral link, by campaign.',
    de: 'Was dein Einladungslink gebracht hat, nach Kampagne.',
  },
  table: affiliateCampaigns,
  owner: affiliateCampaigns.userId,
  key: affiliateCampaigns.label,
  fields: {
    label: affiliateCampaigns.label,
    clicks: affiliateCampaigns.clicks,
    registrations: affiliateCampaigns.registrations,
    active: affiliateCampaigns.active,
  },
});

const hidden = tablePart({
  name: 'hidden_name',
  description: {
    en: 'Since when your name is hidden from everybody above your sponsor.',
    de: 'Seit wann dein Name für alle über deinem Paten verborgen ist.',
  },
  table: affiliateHiddenNames,
  owner: affiliateHiddenNames.userId,
  key: affiliateHiddenNames.userId,
  fields: { since: affiliateHiddenNames.since },
});

const moves = tablePart({
  name: 'sponsor_changes',
  description: {
    en: 'When the club changed your sponsor, and why.',
    de: 'Wann der Verein deinen Paten geändert hat, und warum.',
  },
  table: affiliateMoves,
  owner: affiliateMoves.userId,
  key: affiliateMoves.id,
  fields: { at: affiliateMoves.at, reason: affiliateMoves.reason },
});

const levels = tablePart({
  name: 'team',
  description: {
    en: 'How many members each level of your team has. Volumes are in cents.',
    de: 'Wie viele Mitglieder jede Ebene deines Teams hat. Umsätze sind in Cent.',
  },
  table: affiliateLevels,
  owner: affiliateLevels.userId,
  key: affiliateLevels.level,
  fields: {
    level: affiliateLevels.level,
    members: affiliateLevels.members,
    active: affiliateLevels.active,
    volume: affiliateLevels.volume,
  },
});

const months = tablePart({
  name: 'team_by_month',
  description: {
    en: 'How many members joined your team in each month.',
    de: 'Wie viele Mitglieder in jedem Monat in dein Team kamen.',
  },
  table: affiliateMonths,
  owner: affiliateMonths.userId,
  key: affiliateMonths.month,
  fields: { month: affiliateMonths.month, members: affiliateMonths.members },
});

const counted = 'it follows from rows that are exported themselves';
const because = 'a former member stays as a node without a name, so that the counts of those above stay right';

export const teamData: PersonalData = {
  exports: [campaigns, levels, months, hidden, moves],
  deletes: [affiliateHiddenNames],
  keeps: [
    ...[affiliateNodes, affiliateLevels, affiliateMonths, affiliateCampaigns].map((table) => ({ table, because })),
    { table: affiliateMoves, because: 'it is the proof of what staff did' },
  ],
  withholds: [
    withhold(
      affiliateNodes,
      [
        ...(['userId', 'sponsorId', 'joinedAt', 'members', 'active', 'volume'] as const),
        ...(['children', 'team', 'belowVolume', 'campaign'] as const),
      ],
      counted,
    ),
    withhold(affiliateMoves, ['id', 'fromId', 'toId', 'staffId'], 'it is about others'),
  ],
};
