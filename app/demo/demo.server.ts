import { env } from '../platform/request/env.server';
import { type Member, mayUse, requireMember } from '../platform/request/gates.server';
import type { Args } from '../platform/request/request-context.server';
import { problem } from '../platform/request/responses.server';

/** Requires a member of a demo club. @throws the 404 page in every other club */
export async function requireDemoMember(args: Args): Promise<Member> {
  if (!env().demo) throw problem({ kind: 'not_found' });
  return requireMember(args, {});
}

/** Returns what the member can let happen, by the modules that are on and the member's permissions. */
export function listActs(current: Member) {
  const mayBeAnswered = mayUse(current, 'support.view') || mayUse(current, 'chat.view');
  return [
    ...(mayUse(current, 'wallet.deposit') ? (['payment'] as const) : []),
    ...(mayBeAnswered ? (['reply'] as const) : []),
    ...(mayUse(current, 'growing.view') ? (['harvest'] as const) : []),
    ...(['version', 'terms'] as const),
  ];
}
