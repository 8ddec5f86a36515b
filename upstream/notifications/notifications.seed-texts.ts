/** The notifications of the demo club's members; `n` varies the texts. */
import type { NewNotification } from './notifications';

type SeedNotification = Omit<NewNotification, 'userId' | 'now'>;

export const samples: ((n: number) => SeedNotification)[] = [
  (n) => ({
    type: 'wallet.payment_received',
    title: { en: 'Payment received', de: 'Zahlung erhalten' },
    description: {
      en: `€${149 * (1 + (n % 4))}.00 arrived for your order. The plants are entered in the book under your name.`,
      de: `${149 * (1 + (n % 4))},00 € sind für deine Bestellung eingegangen. Die Pflanzen stehen unter deinem Namen im Buch.`,
    },
    class: 'in',
    status: 'success',
    url: '/financial/orders',
  }),
  (n) => ({
    type: 'growing.stage_begun',
    title: { en: 'Your plants are in flower', de: 'Deine Pflanzen blühen' },
    description: {
      en: `In house ${1 + (n % 5)} flowering has begun. The next stage is the harvest, in about eight weeks.`,
      de: `In Haus ${1 + (n % 5)} hat die Blüte begonnen. Als Nächstes kommt die Ernte, in etwa acht Wochen.`,
    },
    class: 'plant',
    status: 'info',
    url: '/growing',
  }),
  () => ({
    type: 'support.answered',
    title: { en: 'Support has answered', de: 'Der Support hat geantwortet' },
    description: {
      en: 'There is a new reply in your ticket about the bank details.',
      de: 'In deiner Anfrage zur Bankverbindung gibt es eine neue Antwort.',
    },
    class: 'ticket',
    status: 'info',
    url: '/support/tickets',
  }),
  (n) => ({
    type: 'affiliate.joined',
    title: { en: 'Somebody joined through your link', de: 'Über deinen Link ist jemand beigetreten' },
    description: {
      en: `${newcomers[n % newcomers.length]} is now in your first line.`,
      de: `${newcomers[n % newcomers.length]} ist jetzt in deiner ersten Linie.`,
    },
    class: 'team',
    status: 'success',
    url: '/affiliate',
  }),
  () => ({
    type: 'appointment.reminder',
    title: { en: 'Three days to go: winter evening at the farm', de: 'Noch drei Tage: Winterabend auf dem Hof' },
    description: {
      en: 'Saturday, 17:00 to 21:00. Your place is reserved; please cancel in time if you cannot come.',
      de: 'Samstag, 17 bis 21 Uhr. Dein Platz ist reserviert; sag bitte rechtzeitig ab, wenn du nicht kannst.',
    },
    class: 'calendar',
    status: 'warning',
    url: '/appointments',
  }),
  (n) => ({
    type: 'growing.harvest_weighed',
    title: { en: 'Harvest weighed', de: 'Ernte gewogen' },
    description: {
      en: `House ${1 + (n % 5)}: ${380 + 17 * (n % 9)} g from your plants were weighed and entered.`,
      de: `Haus ${1 + (n % 5)}: ${380 + 17 * (n % 9)} g von deinen Pflanzen wurden gewogen und eingetragen.`,
    },
    class: 'plant',
    status: 'success',
    url: '/growing',
  }),
  () => ({
    type: 'news.published',
    title: { en: 'News: a look into the drying room', de: 'Neuigkeit: ein Blick in den Trockenraum' },
    description: {
      en: 'Why a harvest rests for three weeks, and what is measured meanwhile.',
      de: 'Warum eine Ernte drei Wochen ruht und was dabei gemessen wird.',
    },
    class: 'news',
    status: 'info',
    url: '/posts',
  }),
  (n) => ({
    type: 'growing.plants_lost',
    title: { en: 'Mould in one house', de: 'Schimmel in einem Haus' },
    description: {
      en: `In house ${1 + (n % 5)} we had to take out one of your plants. The others there are healthy.`,
      de: `In Haus ${1 + (n % 5)} mussten wir eine deiner Pflanzen entfernen. Die anderen dort sind gesund.`,
    },
    class: 'alert',
    status: 'danger',
    url: '/growing',
  }),
  () => ({
    type: 'club.maintenance',
    title: { en: 'A short break on Sunday night', de: 'Kurze Pause in der Nacht zu Montag' },
    description: {
      en: 'Between 2:00 and 2:30 the members area is closed for an update.',
      de: 'Zwischen 2:00 und 2:30 Uhr ist der Mitgliederbereich für ein Update geschlossen.',
    },
    class: 'bell',
    status: 'info',
  }),
  (n) => ({
    type: 'wallet.withdrawal_paid',
    title: { en: 'Withdrawal paid out', de: 'Auszahlung überwiesen' },
    description: {
      en: `€${50 * (1 + (n % 3))}.00 is on its way to your bank account and arrives within one bank working day.`,
      de: `${50 * (1 + (n % 3))},00 € sind auf dem Weg zu deinem Bankkonto und kommen innerhalb eines Bankarbeitstags an.`,
    },
    class: 'out',
    status: 'success',
    url: '/financial/withdrawals',
  }),
];

const newcomers = ['Jonas W.', 'Lea B.', 'Emil K.', 'Frida S.', 'Noah H.', 'Ida M.', 'Oskar T.'];
