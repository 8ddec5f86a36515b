/** What the calls about the sponsor say, in the language of the request. */
import type { Language } from '../http/env';

const en = {
  ownLink: 'This is your own link. It has to be the link of the member who brought you here.',
  circle: 'You or your team brought this member to the club, so they cannot be your sponsor.',
  hasSponsor: 'You have a sponsor already, and that stays so.',
  tooLate: 'A sponsor can be named within 14 days of the registration. That time is over.',
};

const de: typeof en = {
  ownLink: 'Das ist dein eigener Link. Es muss der Link des Mitglieds sein, das dich hergebracht hat.',
  circle: 'Dieses Mitglied ist durch dich oder dein Team im Club und kann darum nicht Pate von dir sein.',
  hasSponsor: 'Du hast schon einen Paten, und dabei bleibt es.',
  tooLate: 'Einen Paten kannst du in den ersten 14 Tagen nach der Anmeldung nennen. Diese Zeit ist vorbei.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
