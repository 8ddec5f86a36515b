/** Puts the demo data of the modules together. */
import { seedAddresses } from './account/address.seed';
import { listCommissionNotices, seedTeams, withPastCommissions } from './affiliate/affiliate.seed';
import { listPastTickets, seedAppointments } from './appointments/appointments.seed';
import { listAppointmentNotices } from './appointments/appointments.seed-notices';
import { seedChat } from './chat/chat.seed';
import type { Deps } from './deps';
import { createPastPlants, seedRooms } from './growing/growing.seed';
import { listHarvestNotices } from './growing/growing.seed-notices';
import { seedPhotos } from './growing/photos/photos.seed';
import { seedIdentity } from './identity/identity.seed';
import { listAccountNotices } from './identity/identity.seed-notices';
import { seedNews } from './news/news.seed';
import { seedNotifications } from './notifications/notifications.seed';
import { seedFaq } from './support/faq/faq.seed';
import { listTicketNotices, seedTickets } from './support/tickets/tickets.seed';
import { seedTerms } from './terms/terms.seed';
import { seedWallets } from './wallet/wallet.seed';
import { listWalletNotices } from './wallet/wallet.seed-notices';

/** Seeds the demo data of every module. Each builds on those before it. */
export async function seedDemo(deps: Deps, now: Date): Promise<void> {
  await seedTerms(deps.db);
  await seedIdentity(deps, now);
  await seedAddresses(deps);
  await seedRooms(deps, now);
  await seedPhotos(deps, now);
  await seedAppointments(deps, now);
  await seedWallets(deps, withPastCommissions(createPastPlants(now), now), now, listPastTickets);
  await seedFaq(deps, now);
  await seedTickets(deps, now);
  await seedTeams(deps, now);
  await seedChat(deps, now);
  await seedNews(deps, now);
  const pasts = [
    ...[listAccountNotices, listWalletNotices, listCommissionNotices, listHarvestNotices],
    ...[listTicketNotices, listAppointmentNotices],
  ];
  await seedNotifications(deps, pasts, now);
}
