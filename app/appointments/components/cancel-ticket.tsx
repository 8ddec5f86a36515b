import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { Button, LinkButton } from '../../ui/button';
import { useFormat } from '../../ui/format';
import { formatMoney } from '../../ui/numbers';
import { Time } from '../../ui/time';
import type { LoadedTicket } from '../ticket.server';

/** The link to cancel. The member confirms first, and sees what is paid back. */
export function CancelTicket({ ticket, isAsked }: { ticket: LoadedTicket['ticket']; isAsked: boolean }) {
  const { t } = useTranslation('appointment');
  const { language } = useFormat();
  const { status, refund, price, appointment } = ticket;
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
            {t('cancel.refund', { amount })}
          </>
        ) : null}
        {!waits && !refund ? t(price ? 'cancel.no_refund' : 'cancel.free') : null}
      </p>
      {isAsked ? (
        <Form method="post" id="cancel-ticket" className="stack stack-s">
          <HiddenFields />
          <p>
            <strong>{t(waits ? 'cancel.leave_sure' : 'cancel.sure')}</strong>
          </p>
          <div className="row">
            <LinkButton kind="second" to="?#cancel" preventScrollReset>
              {t('cancel.keep')}
            </LinkButton>{' '}
            <Button kind="danger" name="intent" value="cancel">
              {t(waits ? 'cancel.leave' : 'cancel.now')}
            </Button>
          </div>
        </Form>
      ) : (
        <div>
          <LinkButton kind="second" to="?cancel#cancel" preventScrollReset>
            {t(waits ? 'cancel.leave' : 'cancel.now')}
          </LinkButton>
        </div>
      )}
    </section>
  );
}
