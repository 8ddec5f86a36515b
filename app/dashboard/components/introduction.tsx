import { useTranslation } from '../../platform/i18n/use-translation';
import { IntroductionButton } from '../../platform/page/introduction-button';
import type { IntroductionId } from '../../platform/page/introductions';
import { Card } from '../../ui/card';
import { Growth } from '../../ui/growth';

/** A panel that explains something. The member can hide it. `appUrl` is where the app for Android is. */
export function Introduction({ id, appUrl }: { id: IntroductionId; appUrl: string | null }) {
  const { t } = useTranslation();
  const end = <IntroductionButton id={id} title={t(`dashboard.intro.${id}.title`)} closes />;
  if (id === 'register_intro') {
    return (
      <Card title={t('dashboard.intro.register_intro.title')} end={end}>
        <HowTheClubWorks />
      </Card>
    );
  }
  return (
    <Card title={t('dashboard.intro.android_app.title')} end={end} width={7} fill>
      <p>{t('dashboard.intro.android_app.text')}</p>
      {appUrl ? (
        <p>
          <a href={appUrl} rel="noopener noreferrer">
            {t('dashboard.intro.android_app.link')}
          </a>
        </p>
      ) : null}
    </Card>
  );
}

const STEPS = ['seedling', 'flowering', 'harvest'] as const;

function HowTheClubWorks() {
  const { t } = useTranslation();
  return (
    <ol className="grid">
      {STEPS.map((stage) => (
        <li key={stage} className="said w4">
          <span className="in">
            <Growth stage={stage} />
          </span>
          <div className="stack stack-s">
            <h3>{t(`dashboard.intro.register_intro.${stage}.title`)}</h3>
            <p className="small muted">{t(`dashboard.intro.register_intro.${stage}.text`)}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
