import { Form } from '@remix-run/react';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTranslation } from '../../platform/i18n/use-translation';
import type { IntroductionId } from '../../platform/page/introductions';
import { Button } from '../../ui/button';

/** Buttons that bring hidden panels back. */
export function HiddenIntroductions({ ids }: { ids: readonly IntroductionId[] }) {
  const { t } = useTranslation();
  if (ids.length === 0) return null;
  return (
    <Form method="post" action="/instructions" className={ids.includes('android_app') ? 'row w7' : 'row'}>
      <HiddenFields />
      <input type="hidden" name="closed" value="0" />
      <span className="small muted">{t('dashboard.intro.hidden')}</span>
      {ids.map((id) => (
        <Button key={id} type="submit" kind="link" small name="id" value={id}>
          {t(`dashboard.intro.${id}.title`)}
        </Button>
      ))}
    </Form>
  );
}
