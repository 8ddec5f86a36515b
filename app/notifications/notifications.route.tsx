import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { parseForm } from '../platform/form/forms.server';
import { HiddenFields } from '../platform/form/hidden-fields';
import type { RouteHandle } from '../platform/page/handle';
import { pageNumber } from '../platform/page/paginator.server';
import { problemOf } from '../platform/request/api.server';
import { requireMember } from '../platform/request/gates.server';
import { refused } from '../platform/request/post-only.server';
import { postedForm } from '../platform/request/posted-form.server';
import { redirect, redirectWithFlash } from '../platform/request/responses.server';
import { Button } from '../ui/button';
import { BrowserNotifications } from './browser-notifications';
import { NotificationCard } from './notification-card';
import { type ListPages, notificationsPath } from './notification-pages';
import { notificationMarkSchema } from './notifications.schema';
import { listNotifications, markNotifications } from './notifications.server';
import { useFocusKept } from './use-focus-kept';

export const handle = { title: 'titles.notifications', gate: 'member' } satisfies RouteHandle;

/** Lines of each list, so that the page stays within its size limit (quality: 14,600 bytes). */
const SHOWN = { unread: 3, read: 2 };

export async function loader(args: LoaderFunctionArgs) {
  const before = new Date().toISOString();
  const current = await requireMember(args, handle);
  const { searchParams } = current.url;
  const requested = { unread: pageNumber(searchParams.get('unread')), read: pageNumber(searchParams.get('read')) };
  const [unread, read] = await Promise.all([
    listNotifications(current, 'unread', requested.unread, SHOWN.unread),
    listNotifications(current, 'read', requested.read, SHOWN.read),
  ]);
  const pages: ListPages = {
    unread: Math.min(requested.unread, unread.last_page),
    read: Math.min(requested.read, read.last_page),
  };
  // Marking notifications on the last page may have removed that page.
  if (pages.unread < requested.unread || pages.read < requested.read)
    throw await redirect(current, notificationsPath(pages));
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
  // After unlocking, the page first shows the current list. It marks nothing.
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
  const answer = useLoaderData<typeof loader>();
  const { before, unread, read } = answer;
  const pages: ListPages = { unread: unread.current_page, read: read.current_page };
  useFocusKept(answer);
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

/** `before` is the time of this list. Later notifications stay unread. */
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
