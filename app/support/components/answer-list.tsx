import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import type { SupportCategory } from '../../../upstream/contract/support-faq';
import { InPlaceForm } from '../../platform/form/in-place-form';
import { useTranslation } from '../../platform/i18n/use-translation';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/card-states';
import { Link } from '../../ui/link';
import { type PageShape, Pagination } from '../../ui/pagination';
import type { ShownAnswer } from '../faq.server';
import { contactPath, faqPath } from '../faq-path';
import { Answer } from './answer';

interface AnswerListProps {
  place: { category: SupportCategory | null; q: string; page: number };
  /** Null where the page shows only an answer that its address opens. */
  pages: PageShape | null;
  answers: ShownAnswer[];
  /** The id of the answer that is open at first. */
  open: number | null;
}

/** Questions whose answers open, one at a time. One form has the votes of all, because each form has its weight. */
export function AnswerList({ place, pages, answers, open }: AnswerListProps) {
  const { t } = useTranslation('support');
  const { category, q } = place;
  useOpenAtAnchor();
  const count = t('faq.answers', { count: pages?.total ?? answers.length });
  return (
    <Card
      id="answers"
      title={category && !q ? t(`topics.${category}`) : count}
      end={pages ? <Link to={faqPath({})}>{t(q ? 'faq.clear' : 'faq.all_topics')}</Link> : undefined}
    >
      {answers.length > 0 ? (
        <InPlaceForm action={faqPath(place)}>
          <ul className="lines">
            {answers.map((answer) => (
              <Answer key={answer.id} answer={answer} isOpen={answer.id === open} topic={category} />
            ))}
          </ul>
        </InPlaceForm>
      ) : (
        <EmptyState
          title={t(q ? 'faq.no_hit' : 'faq.none')}
          action={
            <LinkButton kind="second" icon="mail" to={contactPath(q)}>
              {t('faq.write')}
            </LinkButton>
          }
        >
          {t(q ? 'faq.no_hit_text' : 'faq.none_text')}
        </EmptyState>
      )}
      {pages && pages.last_page > 1 ? <Pagination page={pages} href={(page) => faqPath({ ...place, page })} /> : null}
    </Card>
  );
}

/** Opens the answer that the fragment of the address names. Without script, `?open=` does it on the server. */
function useOpenAtAnchor() {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to the same answer again opens it again
  useEffect(() => {
    const found = hash.startsWith('#faq-') ? document.getElementById(hash.slice(1)) : null;
    if (found instanceof HTMLDetailsElement) found.open = true;
  }, [hash, key]);
}
