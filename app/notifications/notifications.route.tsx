import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { Fragment } from 'react';
import { parseForm } from '../platform/form/forms.server';
import { HiddenFields } from '../platform/form/hidden-fields';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { pageNumber } from '../platform/page/paginator.server';
import { problemOf } from '../platform/request/failure.server';
import { requireMember } from '../platform/request/gates.server';
import { refused } from '../platform/request/post-only.server';
import { postedForm } from '../platform/request/posted-form.server';
import { redirect, redirectWithFlash } from '../platform/request/responses.server';
import { Button } from '../ui/button';
import { Link } from '../ui/link';
import { BrowserNotifications } from './browser-notifications';
import { NotificationCard } from './notification-card';
import { LIST_KINDS, LIST_TITLES, type ListKind, notificationsPath, WHOLE } from './notification-pages';
import { notificationMarkSchema } from './notifications.schema';
import { listNotifications, markNotifications } from './notifications.server';
import { useFocusKept } from './use-focus-kept';

export const handle = { title: 'titles.notifications', gate: 'member' } satisfies RouteHandle;

/** Shows one list at a time, with the size that upstream chooses, so that the page stays small. */
export async function loader(args: LoaderFunctionArgs) {
  const before = new Date().toISOString();
  const current = await requireMember(args, handle);
  const { searchParams } = current.url;
  const kind: ListKind = searchParams.has('read') ? 'read' : 'unread';
  const page = pageNumber(searchParams.get(kind));
  const whole = searchParams.get(WHOLE);
  const list = await listNotifications(current, { kind, page }, whole);
  // Marking notifications on the last page may have removed that page.
  if (page > list.last_page) throw await redirect(current, notificationsPath({ kind, page: list.last_page }));
  return { before, kind, list, whole };
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
  const { before, kind, list, whole } = answer;
  useFocusKept(answer);
  return (
    <>
      <div className="head">
        <h1>{t('titles.notifications')}</h1>
      </div>
      <nav className="tabs" aria-label={t('notifications.lists')}>
        {LIST_KINDS.map((one) => (
          <Fragment key={one}>
            <Link to={notificationsPath({ kind: one, page: 1 })} aria-current={one === kind ? 'page' : undefined}>
              {t(LIST_TITLES[one])}
            </Link>{' '}
          </Fragment>
        ))}
      </nav>
      <div className="stack">
        <NotificationCard
          kind={kind}
          list={list}
          end={kind === 'unread' ? <MarkAllForm before={before} /> : undefined}
          whole={whole}
          href={(page) => notificationsPath({ kind, page })}
        />
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
