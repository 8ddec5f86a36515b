import { type FormAnswer, PlainForm } from '../../platform/form/plain-form';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';

/** Hides the name from everybody above the sponsor, or shows it again. */
export function HideName({ isHidden, answer }: { isHidden: boolean; answer: FormAnswer | undefined }) {
  const { t } = useTranslation('affiliate');
  return (
    <Card title={t('privacy.title')}>
      <div className="stack">
        <p>{t(isHidden ? 'privacy.is_hidden' : 'privacy.is_shown')}</p>
        <PlainForm id="hide" answer={answer}>
          <div className="row">
            <Button type="submit" kind="second" small name="intent" value={isHidden ? 'show' : 'hide'}>
              {t(isHidden ? 'privacy.show' : 'privacy.hide')}
            </Button>
          </div>
        </PlainForm>
      </div>
    </Card>
  );
}
