/** Reasons why a member cannot pay in or withdraw, in the language of the request. */
import type { Language } from '../../http/env';
import { inWords } from '../amounts';
import { walletConfig } from '../wallet.config';

type Limits = typeof walletConfig;

const english = ({ withdrawal, deposit, withdraw_account }: Limits) => ({
  deposit: {
    missing_permission: 'Your account does not allow deposits. Please write to us.',
    account_closing: 'Your account will be deleted, so you can no longer deposit.',
    too_many_open: `You have ${deposit.max_open_orders} open orders. Pay or cancel one of them first.`,
  },
  purchase: {
    account_closing: 'Your account will be deleted, so you can no longer buy anything.',
    balance_changed: (available: string) =>
      `Your balance has changed: ${available} is available now. Please check the order again. Nothing was ordered.`,
  },
  withdrawal: {
    missing_permission: 'Your account does not allow withdrawals. Please write to us.',
    account_closing: 'Your account will be deleted. To withdraw, keep it first.',
    email_not_verified: 'To withdraw, confirm your e-mail address first.',
    address_missing: 'To withdraw, fill in your address first.',
    no_withdraw_account: 'To withdraw, add a withdraw account first.',
    not_holder:
      'None of your withdraw accounts is in your name. Add one that is. If your name has changed, write to us.',
    not_checked:
      'Your withdraw account is in your name now but still disabled. Write to us: our staff check it and enable it.',
    cooling_down: `You can withdraw to a new withdraw account only after ${withdraw_account.cool_down_hours}\u00a0hours.`,
    paused: `Your password, two-factor sign-in, e-mail address or name changed. After that, withdrawals pause for ${withdrawal.pause_after_change_hours}\u00a0hours.`,
    too_many_open: `You have ${withdrawal.max_open} open withdrawals. Wait until one of them is done.`,
    limit_reached: `You can withdraw at most ${inWords(withdrawal.max_in_30_days, 'EUR', 'en')} in 30\u00a0days. You have reached this limit.`,
    in_debt: (owed: string) =>
      `You owe the club ${owed} because the bank reversed a payment. Money that you receive repays this first.`,
    balance_too_low: `The smallest withdrawal is ${inWords(withdrawal.min, 'EUR', 'en')}; you have less available.`,
  },
});

type Texts = ReturnType<typeof english>;

const german = ({ withdrawal, deposit, withdraw_account }: Limits): Texts => ({
  deposit: {
    missing_permission: 'Einzahlungen sind für dein Konto nicht freigegeben. Bitte schreib uns.',
    account_closing: 'Dein Konto wird gelöscht, darum kannst du nichts mehr einzahlen.',
    too_many_open: `Du hast ${deposit.max_open_orders} offene Bestellungen. Bezahle oder storniere zuerst eine davon.`,
  },
  purchase: {
    account_closing: 'Dein Konto wird gelöscht, darum kannst du nichts mehr kaufen.',
    balance_changed: (available) =>
      `Dein Guthaben hat sich geändert: Jetzt sind ${available} verfügbar. Bitte prüfe die Bestellung noch einmal. Es wurde nichts bestellt.`,
  },
  withdrawal: {
    missing_permission: 'Auszahlungen sind für dein Konto nicht freigegeben. Bitte schreib uns.',
    account_closing: 'Dein Konto wird gelöscht. Wenn du auszahlen möchtest, behalte es zuerst.',
    email_not_verified: 'Bestätige zuerst deine E-Mail-Adresse. Dann kannst du auszahlen.',
    address_missing: 'Trag zuerst deine Adresse ein. Dann kannst du auszahlen.',
    no_withdraw_account: 'Füge zuerst ein Auszahlungskonto hinzu. Dann kannst du auszahlen.',
    not_holder:
      'Keines deiner Auszahlungskonten läuft auf deinen Namen. Füge eines auf deinen Namen hinzu. Wenn sich dein Name geändert hat, schreib uns.',
    not_checked:
      'Dein Auszahlungskonto läuft jetzt auf deinen Namen, ist aber noch nicht freigegeben. Schreib uns: Unser Team prüft es und gibt es frei.',
    cooling_down: `Auf ein neues Auszahlungskonto kannst du erst nach ${withdraw_account.cool_down_hours}\u00a0Stunden auszahlen.`,
    paused: `Dein Passwort, deine Zwei-Faktor-Anmeldung, deine E-Mail-Adresse oder dein Name hat sich geändert. Danach pausieren Auszahlungen ${withdrawal.pause_after_change_hours}\u00a0Stunden lang.`,
    too_many_open: `Du hast ${withdrawal.max_open} offene Auszahlungen. Warte, bis eine davon erledigt ist.`,
    limit_reached: `In 30\u00a0Tagen kannst du höchstens ${inWords(withdrawal.max_in_30_days, 'EUR', 'de')} auszahlen. Diese Grenze hast du erreicht.`,
    in_debt: (owed) =>
      `Du schuldest dem Verein ${owed}, weil die Bank eine Zahlung zurückgebucht hat. Was bei dir eingeht, wird zuerst damit verrechnet.`,
    balance_too_low: `Die kleinste Auszahlung ist ${inWords(withdrawal.min, 'EUR', 'de')}; so viel ist nicht verfügbar.`,
  },
});

export const textsIn = (language: Language): Texts => (language === 'de' ? german : english)(walletConfig);
