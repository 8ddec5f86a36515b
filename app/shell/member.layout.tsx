import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { usePushToken } from '../mobile/push-token';
import { homePath, requireMember } from '../platform/gates.server';
import { expiryOf } from '../platform/session.server';
import { waitingTerms } from '../platform/terms-gate.server';
import type { loader as rootLoader } from '../root';
import { useTracking } from '../tracking/tracking';
import { mayTrack } from '../tracking/tracking.server';
import { FormatProvider, useFormat } from '../ui/format';
import { newMessagesOf, rememberedChat } from './chat.server';
import { useDialogTurn } from './dialog-queue';
import { DisplayPanel } from './display-panel';
import { DraftNote } from './draft-note';
import { useDrawer } from './drawer';
import { FlashMessage } from './flash-message';
import { Footer } from './footer';
import { countsOf, seenOn } from './member.server';
import { entriesFor } from './navigation';
import { DeletionNotice, DemoNotice, Notice } from './notice';
import { PageFormContext } from './page-form';
import { ProblemPage, ProblemText, useProblem } from './problem-page';
import { Realtime } from './realtime';
import { realtimeSettings } from './realtime.server';
import { SessionWatch } from './session-watch';
import { Sidebar } from './sidebar';
import { SkipLink } from './skip-link';
import { TermsDialog } from './terms-dialog';
import { useTimeZoneCookie } from './time-zone-cookie';
import { TopBar } from './top-bar';

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, {});
  const { member, modules, session } = current;
  const { user, ghost } = member;
  const token = session.get('token');
  const chat = await rememberedChat(current, args.params.conversationId);
  return {
    userId: user.id,
    name: `${user.address.firstname} ${user.address.lastname}`.trim() || user.name,
    timeZone: user.timezone,
    entries: entriesFor({ modules, permissions: user.permissions }).map(({ path }) => path),
    home: homePath(modules),
    counts: seenOn(current.url.pathname, countsOf(member, chat)),
    newMessages: newMessagesOf(current, chat),
    realtime: ghost ? null : realtimeSettings(),
    deletionDueAt: user.deletion_due_at ?? null,
    isGhost: Boolean(ghost),
    waiting: waitingTerms(member),
    /** After a refresh that this very request may have caused; the root's figure is from before it. */
    expiresIn: token ? expiryOf(token) - Date.now() : 0,
    mayTrack: !ghost && mayTrack(user),
  };
}

export default function MemberLayout() {
  return (
    <MemberFrame member={useLoaderData<typeof loader>()}>
      <Outlet />
    </MemberFrame>
  );
}

/** Keeps the shell around what went wrong inside it. */
export function ErrorBoundary() {
  const problem = useProblem();
  const member = useRouteLoaderData<typeof loader>('shell/member.layout');
  if (!member || problem.kind === 'locked' || problem.kind === 'terms') return <ProblemPage />;
  return (
    <PageFormContext.Provider value={null}>
      <MemberFrame member={member}>
        <ProblemText problem={problem} />
      </MemberFrame>
    </PageFormContext.Provider>
  );
}

/** React 18 writes it as it writes any attribute that it does not know. */
const INERT = { inert: '' };

type LoaderData = ReturnType<typeof useLoaderData<typeof loader>>;

function MemberFrame({ member, children }: { member: LoaderData; children: ReactNode }) {
  const root = useRouteLoaderData<typeof rootLoader>('root');
  const menu = useDrawer('menu', { trap: true });
  const display = useDrawer('display', { trap: false });
  const page = useFormat();
  useTimeZoneCookie(member.timeZone !== null);
  // It is open in the HTML; the others wait until it is gone.
  useDialogTurn('terms', member.waiting !== null);
  useTracking(member.userId, member.mayTrack);
  usePushToken(member.isGhost ? null : member.userId);
  return (
    <FormatProvider value={{ ...page, timeZone: member.timeZone ?? page.timeZone }}>
      {member.waiting ? <TermsDialog waiting={member.waiting} /> : null}
      <div className="app page" {...(member.waiting ? INERT : null)}>
        <SkipLink />
        <TopBar name={member.name} home={member.home} counts={member.counts} />
        <Sidebar name={member.name} entries={member.entries} drawer={menu} />
        <main className="main" id="content" tabIndex={-1}>
          {root?.demo ? <DemoNotice /> : null}
          {root?.noticeHidden ? null : <Notice />}
          {member.deletionDueAt ? <DeletionNotice dueAt={member.deletionDueAt} /> : null}
          <FlashMessage flash={root?.flash ?? null} />
          <DraftNote />
          {children}
        </main>
        <Footer />
        <DisplayPanel drawer={display} />
        <SessionWatch expiresIn={member.expiresIn} answer={member} canStay={!member.isGhost} />
        {member.realtime ? <Realtime userId={member.userId} settings={member.realtime} /> : null}
      </div>
    </FormatProvider>
  );
}
