import { useTranslation } from '../../platform/i18n/use-translation';
import { IntroductionButton } from '../../platform/page/introduction-button';
import { Card } from '../../ui/card';

/** The panel that explains growing. Hidden, it is a button that brings it back. */
export function GrowingIntroduction({ isHidden }: { isHidden?: boolean }) {
  const { t } = useTranslation('growing');
  const title = t('intro.title');
  const button = { id: 'growing_intro' as const, title, returnTo: '/growing' };
  if (isHidden) {
    return <IntroductionButton {...button}>{t('intro.show')}</IntroductionButton>;
  }
  return (
    <Card title={title} end={<IntroductionButton {...button} closes />}>
      <p>{t('intro.text')}</p>
    </Card>
  );
}
