/** Notifications about the end of a withdrawal. */
import type { Language } from '../../http/env';
import type { NewNotification } from '../../notifications/notifications';
import { inWords } from '../amounts';
import type { WithdrawalRow } from './steps';

export type WithdrawalEnd = 'completed' | 'canceled' | 'rejected' | 'failed' | 'returned';

/** Returns the notification of how a withdrawal ended. Each end also has its own mail. */
export function endNotice(kind: WithdrawalEnd, withdrawal: WithdrawalRow, now: Date): NewNotification {
  const { label, userId, currency, failureReason } = withdrawal;
  const shown = paidOrGivenBack(kind, withdrawal);
  const { title, description, status } = words[kind];
  const say = (language: Language) =>
    [description[language].replace('{amount}', inWords(shown, currency, language)), failureReason ?? '']
      .join(' ')
      .trim();
  return {
    userId,
    type: `wallet.withdrawal_${kind}`,
    title,
    description: { en: say('en'), de: say('de') },
    class: kind === 'completed' ? 'out' : 'undo',
    status,
    url: `/financial/withdraw/${label}`,
    hasOwnMail: true,
    now,
  };
}

/** Returns the amount that reached the bank, or that is in the balance again, in minor units. */
export const paidOrGivenBack = (kind: WithdrawalEnd, { amount, fee }: WithdrawalRow): bigint =>
  kind === 'completed' || kind === 'returned' ? amount - fee : amount;

type Words = Record<'title' | 'description', Record<Language, string>> & Pick<NewNotification, 'status'>;

const words: Record<WithdrawalEnd, Words> = {
  completed: {
    title: { en: 'Withdrawal paid out', de: 'Auszahlung überwiesen' },
    description: { en: '{amount} went to your bank account.', de: '{amount} gingen auf dein Bankkonto.' },
    status: 'success',
  },
  canceled: {
    title: { en: 'Withdrawal cancelled', de: 'Auszahlung storniert' },
    description: { en: '{amount} is in your balance again.', de: '{amount} sind wieder in deinem Guthaben.' },
    status: 'info',
  },
  rejected: {
    title: { en: 'Withdrawal rejected', de: 'Auszahlung abgelehnt' },
    description: { en: '{amount} is in your balance again.', de: '{amount} sind wieder in deinem Guthaben.' },
    status: 'warning',
  },
  failed: {
    title: { en: 'Withdrawal failed', de: 'Auszahlung fehlgeschlagen' },
    description: { en: '{amount} is in your balance again.', de: '{amount} sind wieder in deinem Guthaben.' },
    status: 'warning',
  },
  returned: {
    title: { en: 'Withdrawal sent back', de: 'Auszahlung zurückgekommen' },
    description: {
      en: 'The bank sent {amount} back; it is in your balance again.',
      de: 'Die Bank hat {amount} zurückgeschickt; sie sind wieder in deinem Guthaben.',
    },
    status: 'warning',
  },
};
