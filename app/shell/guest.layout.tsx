import { Outlet, useMatches } from '@remix-run/react';
import { DraftNote } from '../drafts/draft-note';
import { useTellSignedOut } from '../platform/browser/session-channel';
import type { RouteHandle } from '../platform/page/handle';
import { useRootData } from '../platform/page/root-data';
import { FlashMessage } from './flash-message';
import { GuestFrame } from './guest-frame';
import { ProblemPage } from './problem-page';
import { useTimeZoneCookie } from './time-zone-cookie';

export default function GuestLayout() {
  const root = useRootData();
  const wide = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.wide);
  useTellSignedOut();
  // The first page after the login shows the browser's time.
  useTimeZoneCookie(root === undefined, root?.timeZone ?? '');
  return (
    <GuestFrame wide={wide}>
      <FlashMessage flash={root?.flash ?? null} />
      <DraftNote />
      <Outlet />
    </GuestFrame>
  );
}

export const ErrorBoundary = ProblemPage;
