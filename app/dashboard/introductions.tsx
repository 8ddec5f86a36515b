import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { HiddenFields } from '../platform/hidden-fields';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Card } from '../ui/card';

/** Panels that explain the product; upstream keeps `{id}_closed` for each (specification, section 3). */
export const INTRODUCTIONS = ['register_intro', 'android_app'] as const;

export type IntroductionId = (typeof INTRODUCTIONS)[number];

export const isClosed = (id: IntroductionId, user: { instruction_state: Record<string, boolean> }) =>
  user.instruction_state[`${id}_closed`] ?? false;

/** For the settings: which panels stand on the dashboard, and a switch for each. */
export function IntroductionSettings({ closed }: { closed: readonly IntroductionId[] }) {
  const { t } = useTranslation();
  return (
    <Card title={t('dashboard.intro.settings')}>
      <ul className="lines">
        {INTRODUCTIONS.map((id) => {
          const isHidden = closed.includes(id);
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
