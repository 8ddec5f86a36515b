/** What a member is told when a commission is paid or reversed. It names nobody, because a mail leaves the club. */
import type { NewNotification } from '../../notifications/notifications';
import { inWords } from '../../wallet/wallet';
import type { affiliateCommissions } from './commissions.tables';

type Row = typeof affiliateCommissions.$inferSelect;

export function noticeOfPayment(row: Row, withheld: bigint, now: Date): NewNotification {
  const { amount, currency } = row;
  const [en, de] = (['en', 'de'] as const).map((language) => {
    const text = (units: bigint) => inWords(units, currency, language);
    return { amount: text(amount), withheld: text(withheld), paid: text(amount - withheld) };
  }) as [Amounts, Amounts];
  const what = withheld === 0n ? 'whole' : withheld < amount ? 'less' : 'nothing';
  return {
    ...{ userId: row.userId, type: 'affiliate.commission', class: 'team', status: 'success', url: urlOf(row), now },
    title: { en: `Commission: ${en.amount}`, de: `Provision: ${de.amount}` },
    description: {
      en: {
        whole: `We credited ${en.paid} to your balance.`,
        less: `We credited ${en.paid} to your balance and set off ${en.withheld} against reversed commissions.`,
        nothing: 'We set off the whole amount against reversed commissions, so your balance stays as it is.',
      }[what],
      de: {
        whole: `Wir haben deinem Guthaben ${de.paid} gutgeschrieben.`,
        less: `Wir haben deinem Guthaben ${de.paid} gutgeschrieben und ${de.withheld} mit rückgebuchten Provisionen verrechnet.`,
        nothing:
          'Wir haben den ganzen Betrag mit rückgebuchten Provisionen verrechnet, dein Guthaben bleibt also, wie es ist.',
      }[what],
    },
  };
}

type Amounts = Record<'amount' | 'withheld' | 'paid', string>;

export function noticeOfReversal(
  row: Row,
  { taken, owed }: { taken: bigint; owed: bigint },
  now: Date,
): NewNotification {
  const [en, de] = (['en', 'de'] as const).map((language) => {
    const text = (units: bigint) => inWords(units, row.currency, language);
    return { amount: text(row.amount), taken: text(taken), owed: text(owed) };
  }) as [Reversed, Reversed];
  const what = row.paidAt === null ? 'unpaid' : owed === 0n ? 'taken' : taken > 0n ? 'partly' : 'owed';
  return {
    ...{
      userId: row.userId,
      type: 'affiliate.commission_reversal',
      class: 'undo',
      status: 'info',
      url: urlOf(row),
      now,
    },
    title: { en: `Commission reversed: ${en.amount}`, de: `Provision rückgebucht: ${de.amount}` },
    description: {
      en: `The order was refunded. ${
        {
          unpaid: 'The commission was still pending, so your balance stays as it is.',
          taken: `We took ${en.taken} from your balance.`,
          partly: `We took ${en.taken} from your balance and will set off ${en.owed} against your next commissions.`,
          owed: `We will set off ${en.owed} against your next commissions.`,
        }[what]
      }`,
      de: `Die Bestellung wurde erstattet. ${
        {
          unpaid: 'Die Provision war noch offen, dein Guthaben bleibt also, wie es ist.',
          taken: `Wir haben ${de.taken} von deinem Guthaben abgezogen.`,
          partly: `Wir haben ${de.taken} von deinem Guthaben abgezogen und verrechnen ${de.owed} mit deinen nächsten Provisionen.`,
          owed: `Wir verrechnen ${de.owed} mit deinen nächsten Provisionen.`,
        }[what]
      }`,
    },
  };
}

type Reversed = Record<'amount' | 'taken' | 'owed', string>;

const urlOf = ({ id }: Row) => `/affiliate/commissions/${id}`;
