import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '../platform/api.server';
import { parseForm } from '../platform/forms.server';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { HiddenFields } from '../platform/hidden-fields';
import { pageNumber } from '../platform/paginator.server';
import { postedForm } from '../platform/posted-form.server';
import { redirect, redirectWithFlash } from '../platform/responses.server';
import { Button } from '../ui/button';
import { BrowserNotifications } from './browser-notifications';
import { NotificationCard } from './notification-card';
import { type ListPages, notificationsPath } from './notification-pages';
import { listNotifications, markNotifications } from './notifications.server';
import { refused } from './post-only.server';
import { notificationMarkSchema } from './shell.schema';

export const handle = { title: 'titles.notifications', gate: 'member' } satisfies RouteHandle;

/** As many as the page has room for within its weight (quality: 14,600 bytes). */
const SHOWN = { unread: 3, read: 2 };

export async function loader(args: LoaderFunctionArgs) {
  const before = new Date().toISOString();
  const current = await requireMember(args, handle);
  const { searchParams } = current.url;
  const asked = { unread: pageNumber(searchParams.get('unread')), read: pageNumber(searchParams.get('read')) };
  const [unread, read] = await Promise.all([
    listNotifications(current, 'unread', asked.unread, SHOWN.unread),
    listNotifications(current, 'read', asked.read, SHOWN.read),
  ]);
  const pages: ListPages = {
    unread: Math.min(asked.unread, unread.last_page),
    read: Math.min(asked.read, read.last_page),
  };
  // A list has become shorter by what was marked on its last page.
  if (pages.unread < asked.unread || pages.read < asked.read) throw await redirect(current, notificationsPath(pages));
  return { before, unread, read };
}

const MARKED = {
  mark_all: 'notifications.marked.mark_all',
  read: 'notifications.marked.read',
  unread: 'notifications.marked.unread',
};

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const here = `/notifications${current.url.search}`;
  const { value } = await parseForm(args, notificationMarkSchema);
  // After unlocking, the page shows what is new by now before anything is marked.
  if (!value && (await postedForm(current)).redisplay) return redirect(current, here);
  if (!value) throw await refused(current);
  const answer = await markNotifications(current, value);
  if ('in_place' in value && value.in_place) {
    return data({ isMarked: answer.ok }, { status: answer.ok ? 200 : answer.failure.status });
  }
  if (!answer.ok) throw problemOf(answer.failure, current.requestId);
  return redirectWithFlash(current, here, { kind: 'success', text: MARKED[value.intent] });
}

export default function Notifications() {
  const { t } = useTranslation();
  const { before, unread, read } = useLoaderData<typeof loader>();
  const pages: ListPages = { unread: unread.current_page, read: read.current_page };
  useFocusKept(unread, read);
  return (
    <>
      <div className="head">
        <h1>{t('titles.notifications')}</h1>
      </div>
      <div className="stack">
        <div className="grid">
          <NotificationCard
            kind="unread"
            list={unread}
            title={t('layout.header.notifications.new')}
            end={<MarkAllForm before={before} />}
            href={(page) => notificationsPath({ ...pages, unread: page })}
            empty={{ title: t('layout.header.notifications.no_new'), text: t('notifications.no_new_text') }}
          />
          <NotificationCard
            kind="read"
            list={read}
            title={t('notifications.read')}
            href={(page) => `${notificationsPath({ ...pages, read: page })}#read`}
            empty={{ title: t('notifications.none_read'), text: t('notifications.none_read_text') }}
          />
        </div>
        <BrowserNotifications />
      </div>
    </>
  );
}

/** `before` is the time of this list: what came after it stays unread. */
function MarkAllForm({ before }: { before: string }) {
  const { t } = useTranslation();
  return (
    <Form method="post">
      <HiddenFields />
      <input type="hidden" name="before" value={before} />
      <Button kind="link" small name="intent" value="mark_all">
        {t('notifications.mark.all')}
      </Button>
    </Form>
  );
}

/** A pressed button goes with its line, and the focus with the button: it goes on in the content, not above it. */
function useFocusKept(unread: unknown, read: unknown) {
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer counts
  useEffect(() => {
    if (!isFirst.current && document.activeElement === document.body) {
      document.getElementById('content')?.focus({ preventScroll: true });
    }
    isFirst.current = false;
  }, [unread, read]);
}
