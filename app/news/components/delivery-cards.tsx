import { Form } from '@remix-run/react';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Link } from '../../ui/link';
import { TextField } from '../../ui/text-field';

interface DeliveryCardsProps {
  /** `address` is null while the feed is off, and where it can no longer be shown. */
  feed: { isOn: boolean; address: string | null };
}

/**
 * How posts reach the member: the address of the private feed with its buttons, and the way to the notifications. The
 * address is longer than its field, so with script a press selects all of it.
 */
export function DeliveryCards({ feed: { isOn, address } }: DeliveryCardsProps) {
  const { t } = useTranslation('news');
  const state = address ? 'text' : 'hidden';
  return (
    <div className="w4 stack stack-l no-print">
      <Card title={t('feed.title')}>
        <div className="stack">
          <p className="small">{t(isOn ? `feed.${state}` : 'feed.off_text')}</p>
          {address ? (
            <TextField
              id="feed"
              name="feed"
              label={t('feed.address')}
              value={address}
              readOnly
              spellCheck={false}
              onClick={({ currentTarget }) => currentTarget.select()}
            />
          ) : null}
          <Form method="post" id="feed-form" className="row">
            <HiddenFields />
            <Button kind="second" small name="intent" value={isOn ? 'renew_feed' : 'make_feed'}>
              {t(isOn ? 'feed.renew' : 'feed.make')}
            </Button>{' '}
            {isOn ? (
              <Button kind="quiet" small name="intent" value="end_feed">
                {t('feed.end')}
              </Button>
            ) : null}
          </Form>
        </div>
      </Card>
      <Card title={t('told.title')}>
        <p className="small">
          {t('told.text')} <Link to="/settings/notifications">{t('told.change')}</Link>
        </p>
      </Card>
    </div>
  );
}
