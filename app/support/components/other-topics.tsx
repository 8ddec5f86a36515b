import type { SupportCategory } from '../../../upstream/contract/support-faq';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { contactPath, TOPIC } from '../contact-path';

/** Buttons that send the form to the page of another topic, which shows it again. The address gets nothing of it. */
export function OtherTopics({ topics, search }: { topics: SupportCategory[]; search: string }) {
  const { t } = useTranslation('support');
  return (
    <details className="fold">
      <summary>
        <Icon name="down" />
        <span>{t('contact.others')}</span>
      </summary>
      <div className="stack stack-s">
        <p className="small muted">{t('contact.goes_along')}</p>
        <p className="row">
          {topics.map((topic) => (
            <span key={topic}>
              <Button kind="link" name={TOPIC} value={topic} formAction={contactPath(topic, search)} formNoValidate>
                {t(`topics.${topic}`)}
              </Button>{' '}
            </span>
          ))}
        </p>
      </div>
    </details>
  );
}
