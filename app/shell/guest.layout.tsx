import { Outlet, useLocation, useRouteLoaderData } from '@remix-run/react';
import type { loader } from '../root';
import { FlashMessage } from './flash-message';
import { GuestFrame } from './guest-frame';
import { ProblemPage } from './problem-page';
import { useTellSignedOut } from './session-channel';

export default function GuestLayout() {
  const root = useRouteLoaderData<typeof loader>('root');
  useTellSignedOut(useLocation().pathname === '/lock');
  return (
    <GuestFrame>
      <FlashMessage flash={root?.flash ?? null} />
      <Outlet />
    </GuestFrame>
  );
}

export const ErrorBoundary = ProblemPage;
