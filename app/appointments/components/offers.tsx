import { Form } from '@remix-run/react';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button, LinkButton } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Time } from '../../ui/time';
import { payPath } from '../appointment-path';
import type { Offer } from '../list.server';
import { useSpanWords } from './when';

/** Places that are free for the member, who was on the waiting list, with both answers. */
export function Offers({ offers }: { offers: Offer[] }) {
  const { t } = useTranslation('appointment');
  const words = useSpanWords();
  return offers.map((offer) => (
    <section key={offer.label} className="alert warn no-print" aria-labelledby={`offer-${offer.label}`}>
      <Icon name="clock" />
      <div className="stack">
        <div className="stack stack-s">
          <h2 id={`offer-${offer.label}`}>{t('offer.title')}</h2>
          <p>
            {t('offer.text', { title: offer.title, when: words(offer) })}{' '}
            {offer.until ? (
              <>
                {t('offer.until')}{' '}
                <strong>
                  <Time at={offer.until} relative={false} />
                </strong>
                .
              </>
            ) : null}
          </p>
        </div>
        <OfferButtons label={offer.label} isFree={offer.isFree} />
      </div>
    </section>
  ));
}

/** Takes the place or leaves it. A place with a price is taken on the page that pays it. */
export function OfferButtons({ label, isFree }: { label: string; isFree: boolean }) {
  const { t } = useTranslation('appointment');
  return (
    <Form method="post" className="row" id={`answer-${label}`}>
      <HiddenFields />
      <input type="hidden" name="label" value={label} />
      {isFree ? (
        <Button name="intent" value="accept">
          {t('offer.accept')}
        </Button>
      ) : (
        <LinkButton to={`${payPath(label)}?accept`}>{t('offer.accept_and_pay')}</LinkButton>
      )}{' '}
      <Button kind="second" name="intent" value="decline">
        {t('offer.decline')}
      </Button>
    </Form>
  );
}
