import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { INTRODUCTIONS, IntroductionSettings, isClosed } from '../dashboard/introductions';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { ComingSoon } from '../shell/coming-soon';

export const handle = { title: 'titles.account', gate: 'member', comingSoon: true } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const { member, modules } = await requireMember(args, handle);
  const hasDashboard = modules.includes('wallet');
  return { closed: hasDashboard ? INTRODUCTIONS.filter((id) => isClosed(id, member.user)) : null };
}

export default function Account() {
  const { closed } = useLoaderData<typeof loader>();
  return <ComingSoon>{closed ? <IntroductionSettings closed={closed} /> : null}</ComingSoon>;
}
