/** How much of the club works with which calls: the steps in which a back end of one's own grows (docs/upstream.md). */
import type { RouteConfig } from '@hono/zod-openapi';
import { contract } from './contract';

export const levels = ['see', 'work', 'dashboard', 'module'] as const;
export type Level = (typeof levels)[number];

/** Each step needs the calls of those before it. */
const steps: Record<Exclude<Level, 'module'>, RouteConfig[]> = {
  see: [contract.identity.login, contract.member.getHeader, contract.identity.logout],
  work: [
    contract.identity.refresh,
    contract.identity.unlock,
    contract.notifications.listNotifications,
    contract.terms.agreeToTermUpdates,
    contract.member.toggleInstruction,
    contract.realtime.authorizeChannel,
  ],
  dashboard: [
    contract.wallet.getWallet,
    contract.walletOpen.listOpenItems,
    contract.growingPlants.getGrowing,
    contract.appointments.listAppointments,
    contract.news.listPosts,
    contract.affiliate.getAffiliate,
  ],
};

export const allCalls: RouteConfig[] = Object.values(contract).flatMap((calls) => Object.values<RouteConfig>(calls));

const levelById = new Map(
  Object.entries(steps).flatMap(([level, calls]) => calls.map(({ operationId }) => [operationId, level as Level])),
);

/** Returns the step that needs a call; `module` for one that only its own pages need. */
export const levelOf = (operationId: string | undefined): Level => levelById.get(operationId) ?? 'module';
