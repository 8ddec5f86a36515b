import { loadTeamCard } from '../affiliate/dashboard-card.server';
import { loadAppointmentCard } from '../appointments/dashboard-card.server';
import { loadGrowingCard } from '../growing/dashboard-card.server';
import { loadNewsCard } from '../news/dashboard-card.server';
import { type CardResult, loadCard } from '../platform/page/card.server';
import type { ModuleName } from '../platform/page/modules';
import type { Member } from '../platform/request/gates.server';
import { loadBalanceCard, loadOpenCard } from '../wallet/dashboard-card.server';

interface CardSource {
  modules?: ModuleName[];
  permission?: string;
  load(member: Member): Promise<unknown>;
}

const wallet = { modules: ['wallet'] satisfies ModuleName[], permission: 'wallet.view' };

/** The cards in their order. A module adds its source here and its component in `cards.tsx`. */
const sources = {
  balance: { ...wallet, load: loadBalanceCard },
  growing: { modules: ['growing'], permission: 'growing.view', load: loadGrowingCard },
  open: { ...wallet, load: loadOpenCard },
  appointment: { modules: ['appointment'], permission: 'appointment.view', load: loadAppointmentCard },
  news: { modules: ['news'], permission: 'news.view', load: loadNewsCard },
  team: { modules: ['affiliate'], permission: 'affiliate.view', load: loadTeamCard },
} satisfies Record<string, CardSource>;

export type CardName = keyof typeof sources;
export type CardData = { [K in CardName]: Awaited<ReturnType<(typeof sources)[K]['load']>> };
export type LoadedCard = { [K in CardName]: { name: K; result: CardResult<CardData[K]> } }[CardName];

/** Loads all cards of the member in parallel. */
export function loadCards(member: Member): Promise<LoadedCard[]> {
  const mine = Object.entries<CardSource>(sources).filter(([, source]) => isFor(member, source));
  return Promise.all(
    mine.map(async ([name, { load }]) => ({ name, result: await loadCard(() => load(member)) }) as LoadedCard),
  );
}

function isFor({ member, modules }: Member, { modules: needed = [], permission }: CardSource) {
  return (
    needed.every((name) => modules.includes(name)) && (!permission || member.user.permissions.includes(permission))
  );
}
