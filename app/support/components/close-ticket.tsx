import { Form } from '@remix-run/react';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Link } from '../../ui/link';
import { Time } from '../../ui/time';
import type { ShownTicket } from '../ticket.server';

export function CloseTicket() {
  const { t } = useTranslation('support');
  return (
    <Form method="post" id="close" className="stack stack-s">
      <HiddenFields />
      <p>
        <Button kind="second" name="intent" value="close">
          {t('ticket.close')}
        </Button>
      </p>
      <p className="small muted">{t('ticket.close_text')}</p>
    </Form>
  );
}

export function ReopenTicket({ until }: { until: string | null }) {
  const { t } = useTranslation('support');
  return (
    <Form method="post" id="reopen" className="stack stack-s">
      <HiddenFields />
      <p>
        <Button kind="second" icon="undo" name="intent" value="reopen">
          {t('ticket.reopen')}
        </Button>
      </p>
      {until ? (
        <p className="small muted">
          {t('ticket.reopen_until')} <Time at={until} relative={false} />
        </p>
      ) : null}
    </Form>
  );
}

/** Links to the ticket that this one goes on from, and to the one that goes on from it. */
export function Follows({
  ticket: { follows, followed_by },
}: {
  ticket: Pick<ShownTicket, 'follows' | 'followed_by'>;
}) {
  const { t } = useTranslation('support');
  if (!follows && !followed_by) return null;
  return (
    <Alert>
      {follows ? (
        <>
          {t('ticket.follows')}{' '}
          <Link to={`/support/ticket/${follows.id}`}>{t('ticket.number', { number: follows.number })}</Link>.{' '}
        </>
      ) : null}
      {followed_by ? (
        <>
          {t('ticket.followed_by')}{' '}
          <Link to={`/support/ticket/${followed_by.id}`}>{t('ticket.number', { number: followed_by.number })}</Link>.
        </>
      ) : null}
    </Alert>
  );
}
