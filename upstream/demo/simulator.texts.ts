/** The demo club's news. They mention no money, plants or posts, because the member would not find them. */
import type { NewNotification } from '../notifications/notifications';

type Piece = Omit<NewNotification, 'userId' | 'now'>;

export const welcome: Piece = {
  type: 'club.demo_welcome',
  title: { en: 'Good to have you here', de: 'Schön, dass du da bist' },
  description: {
    en: 'You have just seen a notification arrive. In this demo club another one comes every few minutes.',
    de: 'Gerade hast du eine Benachrichtigung ankommen sehen. In diesem Demo-Verein kommt alle paar Minuten eine.',
  },
  class: 'bell',
  status: 'success',
};

/** Sent in this order, and then from the start again. */
export const newsOfTheDemo: readonly Piece[] = [
  {
    type: 'club.demo_kittens',
    title: { en: 'Four kittens in the barn', de: 'Vier Kätzchen in der Scheune' },
    description: {
      en: 'They were born last night behind the seed store. All of them are well.',
      de: 'Sie kamen heute Nacht hinter dem Saatgutlager zur Welt. Alle sind wohlauf.',
    },
    class: 'news',
    status: 'info',
  },
  {
    type: 'club.demo_tabs',
    title: { en: 'Try it in two tabs', de: 'Probier es in zwei Tabs' },
    description: {
      en: 'Open the club in a second tab: what you read in one is read in the other.',
      de: 'Öffne den Verein in einem zweiten Tab: Was du im einen liest, ist auch im anderen gelesen.',
    },
    class: 'copy',
    status: 'info',
    url: '/notifications',
  },
  {
    type: 'club.demo_solar',
    title: { en: 'The barn roof makes power', de: 'Das Scheunendach liefert Strom' },
    description: {
      en: 'The last solar panel went up this week. On a bright day the panels power the lamps of one greenhouse.',
      de: 'Diese Woche kam das letzte Solarmodul aufs Dach. An hellen Tagen reicht es für die Lampen eines Gewächshauses.',
    },
    class: 'news',
    status: 'success',
  },
  {
    type: 'club.demo_light',
    title: { en: 'It works without script, too', de: 'Es geht auch ohne Skript' },
    description: {
      en: 'Try the light version at the foot of the page: the same pages, without a line of JavaScript.',
      de: 'Probiere unten auf der Seite die leichte Fassung aus: dieselben Seiten, ohne eine Zeile JavaScript.',
    },
    class: 'info',
    status: 'info',
  },
  {
    type: 'club.demo_water',
    title: { en: 'Water shut off for an hour', de: 'Eine Stunde lang kein Wasser' },
    description: {
      en: 'A pump is being changed. The tanks hold enough until it runs again.',
      de: 'Eine Pumpe wird getauscht. Bis sie läuft, reicht das Wasser in den Tanks.',
    },
    class: 'alert',
    status: 'warning',
  },
];
