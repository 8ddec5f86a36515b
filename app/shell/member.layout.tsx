import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { type ReactNode, useContext } from 'react';
import { newMessagesOf, rememberedChat } from '../chat/chat.server';
import { DisplayPanel } from '../display/display-panel';
import { DraftNote } from '../drafts/draft-note';
import { usePushToken } from '../mobile/push-token';
import { useDialogRequest } from '../platform/browser/dialog-queue';
import { clockOf } from '../platform/page/clock.server';
import { listIntroductions } from '../platform/page/introductions.server';
import type { MemberData } from '../platform/page/member-data';
import { PageStateContext } from '../platform/page/page-state';
import { useRootData } from '../platform/page/root-data';
import { mayUse, requireMember } from '../platform/request/gates.server';
import { homePath } from '../platform/request/home.server';
import { timeLeftOf } from '../platform/request/session.server';
import { waitingTerms } from '../platform/request/terms-gate.server';
import { Realtime } from '../realtime/realtime';
import { realtimeSettings } from '../realtime/realtime.server';
import { UpdateFlag } from '../realtime/update-flag';
import { SessionWatch } from '../session/session-watch';
import { TermsDialog } from '../terms/terms-dialog';
import { useTracking } from '../tracking/tracking';
import { mayTrack } from '../tracking/tracking.server';
import { useDrawer } from '../ui/drawer';
import { FormatProvider, useFormat } from '../ui/format';
import { FlashMessage } from './flash-message';
import { Footer } from './footer';
import { GuestLanguageSwitch } from './language-switch';
import { countsOf, seenOn } from './member.server';
import { entriesFor } from './navigation';
import { DeletionNotice, DemoNotice, Notice } from './notice';
import { PageFormContext } from './page-form';
import { ProblemPage, ProblemText, useProblem } from './problem-page';
import { Sidebar } from './sidebar';
import { SkipLink } from './skip-link';
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
    /** The root has that of the browser's zone. */
    ...(user.timezone && { clock: clockOf(user.timezone) }),
    entries: entriesFor({ modules, permissions: user.permissions }).map(({ path }) => path),
    home: homePath(modules),
    counts: seenOn(current.url, countsOf(member, chat)),
    newMessages: newMessagesOf(current, chat, listIntroductions()),
    realtime: ghost ? null : realtimeSettings(),
    deletionDueAt: user.deletion_due_at ?? null,
    isGhost: Boolean(ghost),
    asksSupport: !ghost && mayUse(current, 'support.write'),
    waiting: waitingTerms(member),
    /** Includes a token refresh in this request. The root's value may be from before it. */
    expiresIn: token ? timeLeftOf(token) : 0,
    mayTrack: !ghost && mayTrack(user),
  } satisfies MemberData & Record<string, unknown>;
}

export default function MemberLayout() {
  return (
    <MemberFrame member={useLoaderData<typeof loader>()}>
      <Outlet />
    </MemberFrame>
  );
}

/** Shows an error of a page inside the frame. */
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

/** React 18 does not know `inert`, so it writes the string as it is. */
const INERT = { inert: '' };

type LoaderData = ReturnType<typeof useLoaderData<typeof loader>>;

function MemberFrame({ member, children }: { member: LoaderData; children: ReactNode }) {
  const root = useRootData();
  const menu = useDrawer('menu', { trap: true });
  const display = useDrawer('display', { trap: false });
  const page = useFormat();
  const { title } = useContext(PageStateContext);
  useTimeZoneCookie(member.timeZone !== null, page.timeZone);
  // The terms dialog is open in the HTML. The other dialogs wait until it is closed.
  useDialogRequest('terms', member.waiting !== null);
  useTracking(member.userId, member.mayTrack);
  usePushToken(member.isGhost ? null : member.userId);
  return (
    <FormatProvider value={{ ...page, timeZone: member.timeZone ?? page.timeZone, clock: member.clock }}>
      {member.waiting ? (
        <TermsDialog waiting={member.waiting}>
          <PageFormContext.Provider value={null}>
            <GuestLanguageSwitch />
          </PageFormContext.Provider>
        </TermsDialog>
      ) : null}
      <div className="app page" {...(member.waiting ? INERT : null)}>
        <SkipLink /> <TopBar name={member.name} home={member.home} counts={member.counts} />
        <Sidebar
          name={member.name}
          entries={member.entries}
          unreadNews={member.counts.news?.unread ?? 0}
          drawer={menu}
        />
        <main className="main" id="content" tabIndex={-1} aria-label={title}>
          {root?.demo ? <DemoNotice /> : null}
          {root?.noticeHidden ? null : <Notice />}
          {member.deletionDueAt ? <DeletionNotice dueAt={member.deletionDueAt} /> : null}
          <FlashMessage flash={root?.flash ?? null} />
          <DraftNote />
          <UpdateFlag />
          {children}
        </main>
        <Footer />
        <DisplayPanel drawer={display} />
        <SessionWatch answer={member} canStay={!member.isGhost} />
        {member.realtime ? <Realtime userId={member.userId} settings={member.realtime} /> : null}
      </div>
    </FormatProvider>
  );
}
