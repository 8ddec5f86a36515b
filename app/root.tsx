import type { LoaderFunctionArgs } from '@remix-run/node';
import { data } from '@remix-run/node';
import {
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useRouteLoaderData,
} from '@remix-run/react';
import { type ReactNode, useContext } from 'react';
import { useOfflinePage } from './mobile/offline-page';
import { csrfToken } from './platform/csrf.server';
import { env } from './platform/env.server';
import { formStamp } from './platform/forms.server';
import { NonceContext } from './platform/nonce';
import { PageStateContext } from './platform/page-state';
import { contextOf } from './platform/request-context.server';
import { isPrefetch } from './platform/responses.server';
import { expiryOf } from './platform/session.server';
import { useDocument } from './platform/use-document';
import { useFocusOnNewPage } from './platform/use-focus-on-new-page';
import { ConnectionNotices } from './shell/connection-notices';
import { DraftKeeper } from './shell/draft-keeper';
import { GhostBanner } from './shell/ghost-banner';
import { ghostOf } from './shell/ghost-banner.server';
import { ProblemPage } from './shell/problem-page';
import { FormatProvider } from './ui/format';
import { useScripted } from './ui/scripted';

export async function loader(args: LoaderFunctionArgs) {
  const current = await contextOf(args);
  const { session, preferences, request } = current;
  const token = session.get('token');
  return data({
    language: current.language,
    timeZone: preferences.timeZone,
    light: preferences.light,
    display: preferences.display,
    noticeHidden: preferences.noticeHidden,
    csrf: csrfToken(session),
    formStamp: formStamp(Date.now()),
    flash: isPrefetch(request) ? null : current.takeFlash(),
    productName: env().productName,
    socialLinks: env().socialLinks,
    demo: env().demo,
    mailbox: env().mailbox,
    /** Milliseconds until the token ends, by the server's clock; null while nobody is signed in. */
    expiresIn: token ? expiryOf(token) - Date.now() : null,
    /** The token is gone, the member known (specification, section 4). */
    locked: !token && session.has('user'),
    /** Staff look at the area of a member, on whatever page. */
    ghost: ghostOf(session),
    requestId: current.requestId,
  });
}

/**
 * The root's data is small and holds what any POST may change: language, flash, display, expiry. A refused one changed
 * nothing, and asking again would lead away from the form, or the lock, that stands in its place.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200 }) => actionStatus < 400;

/** `entry.server` writes doctype, head and the container; React owns what is inside, so extensions cannot wipe it. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const root = useRouteLoaderData<typeof loader>('root');
  return (
    <>
      <FormatProvider value={{ language: root?.language ?? 'en', timeZone: root?.timeZone ?? 'Europe/Berlin' }}>
        {root?.ghost ? <GhostBanner ghost={root.ghost} expiresIn={root.expiresIn ?? 0} /> : null}
        {children}
        <ConnectionNotices />
        <DraftKeeper />
      </FormatProvider>
      {root?.light ? null : (
        <>
          <KeptPosition />
          <Scripts nonce={nonce} />
        </>
      )}
    </>
  );
}

/** A page that loads is put in its place by the browser itself, which saves every page an inline script for that. */
function KeptPosition() {
  return useScripted() ? <ScrollRestoration /> : null;
}

export default function App() {
  useFocusOnNewPage();
  useOfflinePage(useRouteLoaderData<typeof loader>('root')?.language);
  return (
    <PageStateContext.Provider value={useDocument()}>
      <Outlet />
    </PageStateContext.Provider>
  );
}

export function ErrorBoundary() {
  useDocument();
  return <ProblemPage />;
}
