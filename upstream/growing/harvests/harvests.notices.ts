/** What a member is told when their share of a harvest, or of its correction, is settled. */
import type { Language } from '../../http/env';
import type { NewNotification } from '../../notifications/notifications';
import { inWords } from '../../wallet/wallet';
import type { growingRooms } from '../rooms/rooms.tables';
import { harvestId } from './harvest-id';
import type { HarvestRow } from './harvests';

interface SettledShare {
  harvest: Pick<HarvestRow, 'roomCode' | 'cycle' | 'currency' | 'reason' | 'reasonDe'>;
  room: Pick<typeof growingRooms.$inferSelect, 'name' | 'nameDe'>;
  share: { userId: number; due: bigint };
  /** What was deducted of it for an earlier overpayment. */
  withheld: bigint;
}

/** Returns the notification about a settled share, or null for a correction that changes nothing for the member. */
export function harvestNotice(settled: SettledShare, now: Date): NewNotification | null {
  const { harvest, share } = settled;
  const isCorrection = harvest.reason !== null;
  if (isCorrection && share.due === 0n) return null;
  const [en, de] = [wordsOf(settled, 'en'), wordsOf(settled, 'de')];
  return {
    userId: share.userId,
    type: isCorrection ? 'growing.harvest_correction' : 'growing.harvest_payout',
    class: 'plant',
    status: share.due < 0n ? 'warning' : share.due > 0n ? 'success' : 'info',
    title: { en: en.title, de: de.title },
    description: { en: en.description, de: de.description },
    url: `/growing/harvest/${harvestId(harvest)}`,
    now,
  };
}

interface Amounts {
  harvest: string;
  due: string;
  withheld: string;
  paid: string;
  reason: string | null;
}

/** Which of the texts below is true. */
type Case = 'payout' | 'nothing' | 'more' | 'less';

function wordsOf(settled: SettledShare, language: Language) {
  const { harvest, room, share, withheld } = settled;
  const { due } = share;
  const text = (amount: bigint) => inWords(amount, harvest.currency, language);
  const name = language === 'de' ? room.nameDe : room.name;
  const amounts = {
    harvest: texts[language].harvest(name, harvest.cycle),
    due: text(due < 0n ? -due : due),
    withheld: text(withheld),
    paid: text(due - withheld),
    reason: language === 'de' ? harvest.reasonDe : harvest.reason,
  };
  const money = withheld === 0n ? 'whole' : withheld === due ? ('nothingLeft' as const) : ('lessWithheld' as const);
  const what: Case = due < 0n ? 'less' : due === 0n ? 'nothing' : harvest.reason === null ? 'payout' : 'more';
  const words = texts[language];
  const { title, description } = words[what](amounts, words[money](amounts));
  return { title, description };
}

type Words = { title: string; description: string };
type Texts = { harvest: (room: string, cycle: number) => string } & Record<
  'whole' | 'lessWithheld' | 'nothingLeft',
  (amounts: Amounts) => string
> &
  Record<Case, (amounts: Amounts, money: string) => Words>;

const texts: Record<Language, Texts> = {
  en: {
    harvest: (room, cycle) => `Harvest of ${room}, cycle ${cycle}`,
    whole: ({ paid }) => `${paid} is in your balance.`,
    lessWithheld: ({ paid, withheld }) =>
      `${paid} is in your balance. We deducted ${withheld} that you had too much from an earlier harvest.`,
    nothingLeft: ({ withheld }) => `We deducted ${withheld} that you had too much from an earlier harvest.`,
    payout: ({ harvest, due }, money) => ({
      title: `${harvest}: ${due}`,
      description: `${money} Past harvests say nothing about future ones.`,
    }),
    nothing: ({ harvest }) => ({
      title: `${harvest}: no proceeds`,
      description: 'Nothing is paid out to you this time. The statement of the harvest says why.',
    }),
    more: ({ harvest, due, reason }, money) => ({
      title: `${harvest}: ${due} more after a correction`,
      description: `${money} Why we corrected it: ${reason}`,
    }),
    less: ({ harvest, due, reason }) => ({
      title: `${harvest}: you had ${due} too much`,
      description: `Your balance stays as it is. We deduct the amount from your next harvest proceeds. Why we corrected it: ${reason}`,
    }),
  },
  de: {
    harvest: (room, cycle) => `Ernte von ${room}, Zyklus ${cycle}`,
    whole: ({ paid }) => `${paid} sind in deinem Guthaben.`,
    lessWithheld: ({ paid, withheld }) =>
      `${paid} sind in deinem Guthaben. ${withheld}, die du aus einer früheren Ernte zu viel hattest, haben wir abgezogen.`,
    nothingLeft: ({ withheld }) => `${withheld}, die du aus einer früheren Ernte zu viel hattest, haben wir abgezogen.`,
    payout: ({ harvest, due }, money) => ({
      title: `${harvest}: ${due}`,
      description: `${money} Vergangene Ernten sagen nichts über künftige.`,
    }),
    nothing: ({ harvest }) => ({
      title: `${harvest}: kein Erlös`,
      description: 'Diesmal bekommst du nichts ausgezahlt. Die Abrechnung der Ernte sagt, warum.',
    }),
    more: ({ harvest, due, reason }, money) => ({
      title: `${harvest}: ${due} mehr nach einer Berichtigung`,
      description: `${money} Warum wir berichtigt haben: ${reason}`,
    }),
    less: ({ harvest, due, reason }) => ({
      title: `${harvest}: ${due} waren zu viel`,
      description: `Dein Guthaben bleibt, wie es ist. Wir ziehen den Betrag von deinen nächsten Ernteerlösen ab. Warum wir berichtigt haben: ${reason}`,
    }),
  },
};
