import { Outlet, useMatches, useRouteLoaderData } from '@remix-run/react';
import type { RouteHandle } from '../platform/handle';
import type { loader } from '../root';
import { DraftNote } from './draft-note';
import { FlashMessage } from './flash-message';
import { GuestFrame } from './guest-frame';
import { ProblemPage } from './problem-page';
import { useTellSignedOut } from './session-channel';

export default function GuestLayout() {
  const root = useRouteLoaderData<typeof loader>('root');
  const wide = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.wide);
  useTellSignedOut();
  return (
    <GuestFrame wide={wide}>
      <FlashMessage flash={root?.flash ?? null} />
      <DraftNote />
      <Outlet />
    </GuestFrame>
  );
}

export const ErrorBoundary = ProblemPage;
