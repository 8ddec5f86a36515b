import { Outlet, useRouteLoaderData } from '@remix-run/react';
import type { loader } from '../root';
import { DraftNote } from './draft-note';
import { FlashMessage } from './flash-message';
import { GuestFrame } from './guest-frame';
import { ProblemPage } from './problem-page';
import { useTellSignedOut } from './session-channel';

export default function GuestLayout() {
  const root = useRouteLoaderData<typeof loader>('root');
  useTellSignedOut();
  return (
    <GuestFrame>
      <FlashMessage flash={root?.flash ?? null} />
      <DraftNote />
      <Outlet />
    </GuestFrame>
  );
}

export const ErrorBoundary = ProblemPage;
