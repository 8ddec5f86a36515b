import type { SupportCategory } from '../../../upstream/contract/support-faq';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Badge } from '../../ui/badge';
import { Icon } from '../../ui/icon';
import { RichText } from '../../ui/rich-text';
import { Time } from '../../ui/time';
import type { ShownAnswer } from '../faq.server';
import { anchorOf } from '../faq-path';
import { Vote } from './vote';

interface AnswerProps {
  answer: ShownAnswer;
  isOpen: boolean;
  /** The topic of the whole list, which no answer has to say again. */
  topic: SupportCategory | null;
}

/** A question that opens its answer. `name` lets one be open at a time. */
export function Answer({ answer, isOpen, topic }: AnswerProps) {
  const { t } = useTranslation('support');
  const { id, category, question, other, at } = answer;
  const lang = other ?? undefined;
  return (
    <li>
      <details className="fold q" name="faq" id={anchorOf(id)} open={isOpen} tabIndex={-1}>
        <summary lang={lang}>
          <Icon name="down" />
          <span>
            <RichText html={question} />
          </span>
        </summary>
        <div className="stack">
          <div className="prose" lang={lang}>
            <RichText html={answer.answer} />
          </div>
          <div className="row row-ends small muted">
            <Vote id={id} vote={answer.vote} />
            <p>
              {category === topic ? null : `${t(`topics.${category}`)}, `}
              {t('faq.changed')} <Time at={at} format="date" />
            </p>
          </div>
        </div>
      </details>
      {other ? (
        <p className="small muted">
          <Badge icon="globe">{t(`faq.in.${other}`)}</Badge> {t('faq.other_language')}
        </p>
      ) : null}
    </li>
  );
}
