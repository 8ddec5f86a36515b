import { Form } from '@remix-run/react';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTranslation } from '../../platform/i18n/use-translation';
import type { IntroductionId } from '../../platform/page/introductions';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';

/** Lists the introduction panels of the dashboard, with a switch for each. */
export function IntroductionSettings({
  introductions,
}: {
  introductions: { id: IntroductionId; isHidden: boolean }[];
}) {
  const { t } = useTranslation();
  return (
    <Card title={t('dashboard.intro.settings')}>
      <ul className="lines">
        {introductions.map(({ id, isHidden }) => {
          const title = t(`dashboard.intro.${id}.title`);
          return (
            <li key={id} className="row row-ends">
              <span>
                {title} <Badge>{t(isHidden ? 'dashboard.intro.is_hidden' : 'dashboard.intro.is_shown')}</Badge>
              </span>
              <Form method="post" action="/instructions">
                <HiddenFields />
                <input type="hidden" name="return_to" value="/settings/account" />
                <input type="hidden" name="closed" value={isHidden ? '0' : '1'} />
                <Button type="submit" kind="link" small name="id" value={id}>
                  {t(isHidden ? 'dashboard.intro.show' : 'dashboard.intro.hide')}
                  <span className="vh">: {title}</span>
                </Button>
              </Form>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
