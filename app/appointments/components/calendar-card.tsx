import { Form } from '@remix-run/react';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { TextField } from '../../ui/text-field';

interface CalendarCardProps {
  /** `address` is null while the calendar is off, and where it can no longer be shown. */
  feed: { isOn: boolean; address: string | null };
}

/** The member's appointments in a calendar program: the address of the private calendar with its buttons. */
export function CalendarCard({ feed: { isOn, address } }: CalendarCardProps) {
  const { t } = useTranslation('appointment');
  return (
    <div className="w4 stack stack-l no-print">
      <Card title={t('feed.title')}>
        <div className="stack">
          <p className="small">{t(isOn ? 'feed.text' : 'feed.off_text')}</p>
          {address ? (
            <TextField id="feed" name="feed" label={t('feed.address')} value={address} readOnly spellCheck={false} />
          ) : null}
          {isOn && !address ? <p className="small muted">{t('feed.hidden')}</p> : null}
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
    </div>
  );
}
