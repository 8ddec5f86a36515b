import { useTranslation } from '../../platform/i18n/use-translation';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { contactPath } from '../faq-path';

/** The way on when no answer helps. The words of a search go along. */
export function WriteToUs({ q }: { q: string }) {
  const { t } = useTranslation('support');
  return (
    <Card id="write" title={t('faq.not_found')} width={4}>
      <div className="stack">
        <p>{t(q ? 'faq.words_go_along' : 'faq.we_answer')}</p>
        <p>
          <LinkButton kind="second" icon="mail" to={contactPath(q)}>
            {t('faq.write')}
          </LinkButton>
        </p>
      </div>
    </Card>
  );
}
