/** Why nothing can be paid in or withdrawn, in the language of the request. */
import type { Language } from '../../http/env';
import { inWords } from '../amounts';
import { walletConfig } from '../wallet.config';

const { withdrawal, deposit } = walletConfig;

const en = {
  deposit: {
    missing_permission: 'Deposits are not open to your account. The support knows why.',
    account_closing: 'Your account will be deleted, so nothing can be paid in any more.',
    too_many_open: `You have ${deposit.max_open_orders} open orders. Pay or cancel one of them first.`,
  },
  withdrawal: {
    missing_permission: 'Withdrawals are not open to your account. The support knows why.',
    account_closing: 'Your account will be deleted. To withdraw, keep it first.',
    email_not_verified: 'To withdraw, confirm your e-mail address first.',
    address_missing: 'To withdraw, fill in your address first.',
    no_withdraw_account: 'To withdraw, add an account that the money can go to first.',
    cooling_down: `A new account takes withdrawals after ${walletConfig.withdraw_account.cool_down_hours} hours.`,
    paused: `Your password, two-factor sign-in or e-mail address changed. Withdrawals pause for ${withdrawal.pause_after_change_hours} hours after that.`,
    too_many_open: `You have ${withdrawal.max_open} open withdrawals. Wait until one of them is done.`,
    limit_reached: `You have withdrawn what 30 days allow: ${inWords(withdrawal.max_in_30_days, 'EUR', 'en')}.`,
    balance_too_low: `The smallest withdrawal is ${inWords(withdrawal.min, 'EUR', 'en')}; you have less than that available.`,
  },
};

const de: typeof en = {
  deposit: {
    missing_permission: 'Einzahlungen sind für dein Konto nicht freigegeben. Der Support weiß, warum.',
    account_closing: 'Dein Konto wird gelöscht, darum kann nichts mehr eingezahlt werden.',
    too_many_open: `Du hast ${deposit.max_open_orders} offene Bestellungen. Bezahle oder storniere zuerst eine davon.`,
  },
  withdrawal: {
    missing_permission: 'Auszahlungen sind für dein Konto nicht freigegeben. Der Support weiß, warum.',
    account_closing: 'Dein Konto wird gelöscht. Um auszuzahlen, behalte es zuerst.',
    email_not_verified: 'Um auszuzahlen, bestätige zuerst deine E-Mail-Adresse.',
    address_missing: 'Um auszuzahlen, fülle zuerst deine Adresse aus.',
    no_withdraw_account: 'Um auszuzahlen, lege zuerst ein Konto an, auf das das Geld gehen kann.',
    cooling_down: `Auf ein neues Konto wird erst nach ${walletConfig.withdraw_account.cool_down_hours} Stunden ausgezahlt.`,
    paused: `Dein Passwort, deine Zwei-Faktor-Anmeldung oder deine E-Mail-Adresse hat sich geändert. Danach ruhen Auszahlungen ${withdrawal.pause_after_change_hours} Stunden lang.`,
    too_many_open: `Du hast ${withdrawal.max_open} offene Auszahlungen. Warte, bis eine davon erledigt ist.`,
    limit_reached: `Du hast ausgezahlt, was in 30 Tagen möglich ist: ${inWords(withdrawal.max_in_30_days, 'EUR', 'de')}.`,
    balance_too_low: `Die kleinste Auszahlung ist ${inWords(withdrawal.min, 'EUR', 'de')}; so viel ist nicht verfügbar.`,
  },
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
