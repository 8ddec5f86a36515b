/** Texts of the calls about the sponsor, in the language of the request. */
import type { Language } from '../http/env';

const en = {
  ownLink: 'This is your own link. It has to be the link of the member who brought you here.',
  circle: 'You or your team brought this member to the club, so they cannot be your sponsor.',
  hasSponsor: 'You already have a sponsor, and you cannot change it.',
  tooLate: 'You could name a sponsor in your first 14\u00a0days as a member. That time is over.',
};

const de: typeof en = {
  ownLink: 'Das ist dein eigener Link. Es muss der Link des Mitglieds sein, das dich hergebracht hat.',
  circle: 'Du oder dein Team hat dieses Mitglied in den Verein gebracht. Darum kann es nicht dein Pate sein.',
  hasSponsor: 'Du hast schon einen Paten und kannst ihn nicht ändern.',
  tooLate: 'Einen Paten konntest du in deinen ersten 14\u00a0Tagen als Mitglied nennen. Diese Zeit ist vorbei.',
};

export const textsIn = (language: Language): typeof en => (language === 'de' ? de : en);
