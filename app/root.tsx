import type { LoaderFunctionArgs } from '@remix-run/node';
import { data } from '@remix-run/node';
import { Outlet, ScrollRestoration, type ShouldRevalidateFunction } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { DraftKeeper } from './drafts/draft-keeper';
import { useOfflinePage, usePassesOf } from './mobile/offline-page';
import { formStamp } from './platform/form/forms.server';
import { useTextsOfRoutes } from './platform/i18n/use-texts';
import { useTranslation } from './platform/i18n/use-translation';
import { clockOf } from './platform/page/clock.server';
import { useMemberData } from './platform/page/member-data';
import { PageStateContext } from './platform/page/page-state';
import { type RootData, useRootData } from './platform/page/root-data';
import { useDocument } from './platform/page/use-document';
import { PageScripts } from './platform/remix/page-scripts';
import { csrfToken } from './platform/request/csrf.server';
import { env } from './platform/request/env.server';
import { contextOf } from './platform/request/request-context.server';
import { isPrefetch } from './platform/request/responses.server';
import { timeLeftOf } from './platform/request/session.server';
import { GhostBanner } from './session/ghost-banner';
import { ghostOf } from './session/ghost-banner.server';
import { ConnectionNotices } from './shell/connection-notices';
import { ProblemPage } from './shell/problem-page';
import { FormatProvider } from './ui/format';

export async function loader(args: LoaderFunctionArgs) {
  const current = await contextOf(args);
  const { session, preferences, request } = current;
  const token = session.get('token');
  return data<RootData>({
    language: current.language,
    timeZone: preferences.timeZone,
    clock: clockOf(preferences.timeZone),
    light: preferences.light,
    display: preferences.display,
    noticeHidden: preferences.noticeHidden,
    csrf: csrfToken(session),
    // Only forms of guests have it, and it costs each page 35 bytes.
    ...(!token && { formStamp: formStamp(Date.now()) }),
    flash: isPrefetch(request) ? null : current.takeFlash(),
    productName: env().productName,
    socialLinks: env().socialLinks,
    demo: env().demo,
    mailbox: env().mailbox,
    expiresIn: token ? timeLeftOf(token) : null,
    locked: !token && session.has('user'),
    ghost: ghostOf(session),
    requestId: current.requestId,
    ...(token && env().modules.includes('support') && { hasSupport: true }),
  });
}

/**
 * Reloads the root's data unless a POST was refused. It is small, and any POST may change it: language, flash, display,
 * expiry. A refused POST changes nothing. A reload would lead away from the form, or from the lock page in its place.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200 }) => actionStatus < 400;

/** The content of the container. `entry.server` writes doctype, head and container, so extensions cannot wipe it. */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRootData();
  // After a switch the data is there before the texts are. Dates and amounts keep the language of the texts until then.
  const { language } = useTranslation().texts;
  return (
    <>
      <FormatProvider value={{ language, timeZone: root?.timeZone ?? 'Europe/Berlin', clock: root?.clock }}>
        {root?.ghost ? <GhostBanner ghost={root.ghost} expiresIn={root.expiresIn ?? 0} /> : null}
        {children}
        <ConnectionNotices />
        <DraftKeeper />
      </FormatProvider>
      {root?.light ? null : (
        <>
          <KeptPosition />
          <PageScripts />
        </>
      )}
    </>
  );
}

/** Leaves the scroll position of a page load to the browser. This saves an inline script on every page. */
function KeptPosition() {
  return useHydrated() ? <ScrollRestoration /> : null;
}

export default function App() {
  useTextsOfRoutes();
  const root = useRootData();
  const memberId = useMemberData()?.userId;
  useOfflinePage(root?.language);
  usePassesOf(root?.expiresIn === null ? null : memberId);
  return (
    <PageStateContext.Provider value={useDocument()}>
      <Outlet />
    </PageStateContext.Provider>
  );
}

export function ErrorBoundary() {
  useTextsOfRoutes();
  return (
    <PageStateContext.Provider value={useDocument()}>
      <ProblemPage />
    </PageStateContext.Provider>
  );
}
