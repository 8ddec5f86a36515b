import type { SupportCategory } from '../../../upstream/contract/support-faq';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { Link } from '../../ui/link';
import { faqPath } from '../faq-path';

/** Every topic, with its number of answers where it is known. */
export function FaqTopics({ topics }: { topics: { slug: SupportCategory; answers: number | null }[] }) {
  const { t } = useTranslation('support');
  const total = topics.reduce((sum, { answers }) => sum + (answers ?? 0), 0);
  return (
    <Card id="topics" title={t('faq.topics')} end={total > 0 ? t('faq.answers', { count: total }) : undefined}>
      <ul className="lines">
        {topics.map(({ slug, answers }) => (
          <li key={slug} className="row row-ends">
            <Link to={faqPath({ category: slug })}>{t(`topics.${slug}`)}</Link>{' '}
            {answers === null ? null : (
              <span className="muted num">
                {answers}
                <span className="vh"> {t('faq.answers_word', { count: answers })}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
