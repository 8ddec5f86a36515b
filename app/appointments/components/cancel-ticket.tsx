import { Form } from '@remix-run/react';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button, LinkButton } from '../../ui/button';
import { useFormat } from '../../ui/format';
import { formatMoney } from '../../ui/numbers';
import { Time } from '../../ui/time';
import type { LoadedTicket } from '../ticket.server';

/** The link to cancel. The member confirms first, and sees what is paid back. */
export function CancelTicket({ ticket, isAsked }: { ticket: LoadedTicket['ticket']; isAsked: boolean }) {
  const { t } = useTranslation('appointment');
  const { language } = useFormat();
  const { status, refund, price, appointment, guests } = ticket;
  const count = 1 + guests.length;
  const waits = status === 'waitlisted';
  const amount = refund ? formatMoney(refund, appointment.currency, language) : '';
  return (
    <section className="w8 stack no-print" id="cancel" aria-labelledby="cancel-h" tabIndex={-1}>
      <h2 id="cancel-h">{t(waits ? 'cancel.leave_title' : 'cancel.title')}</h2>
      <p className="muted measure">
        {waits ? t('cancel.leave_text') : null}
        {!waits && refund ? (
          <>
            {t('cancel.until')} <Time at={appointment.cancelable_until} relative={false} />:{' '}
            {t('cancel.refund', { amount, count })}
          </>
        ) : null}
        {!waits && !refund ? t(price ? 'cancel.no_refund' : 'cancel.free', { count }) : null}
      </p>
      {isAsked ? (
        <Form method="post" id="cancel-ticket" className="stack stack-s">
          <HiddenFields />
          <p>
            <strong>{waits ? t('cancel.leave_sure') : t('cancel.sure', { count })}</strong>
          </p>
          <div className="row">
            <LinkButton kind="second" to="?#cancel" preventScrollReset>
              {t('cancel.keep')}
            </LinkButton>{' '}
            <Button kind="danger" name="intent" value="cancel">
              {waits ? t('cancel.leave') : t('cancel.now', { count })}
            </Button>
          </div>
        </Form>
      ) : (
        <div>
          <LinkButton kind="second" to="?cancel#cancel" preventScrollReset>
            {waits ? t('cancel.leave') : t('cancel.now', { count })}
          </LinkButton>
        </div>
      )}
    </section>
  );
}
