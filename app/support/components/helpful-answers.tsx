import { useTranslation } from '../../platform/i18n/use-translation';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { RichText } from '../../ui/rich-text';
import type { FoundAnswer } from '../contact.server';
import { answerPath } from '../faq-path';

/** Where they are on the page. */
export const ANSWERS = 'answers';

/** Answers that may help, so that nobody has to write and wait for them. */
export function HelpfulAnswers({ answers }: { answers: FoundAnswer[] }) {
  return (
    <div id={ANSWERS} tabIndex={-1}>
      <Answers answers={answers} />
    </div>
  );
}

function Answers({ answers }: { answers: FoundAnswer[] }) {
  const { t } = useTranslation('support');
  if (answers.length === 0)
    return (
      <Card title={t('contact.no_answers')}>
        <p>{t('contact.no_answers_text')}</p>
      </Card>
    );
  return (
    <Card title={t('contact.answers')} end={t('contact.nothing_sent')}>
      <ul className="lines">
        {answers.map((answer, index) => (
          <li key={answer.id}>
            <Answer answer={answer} open={index === 0} />
            {answer.other ? (
              <p className="small muted">
                <Badge icon="globe">{t(`faq.in.${answer.other}`)}</Badge>
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Answer({ answer: { id, category, question, answer, other }, open }: { answer: FoundAnswer; open: boolean }) {
  const { t } = useTranslation('support');
  const lang = other ?? undefined;
  return (
    <details className="fold q" name="answer" open={open}>
      <summary lang={lang}>
        <Icon name="down" />
        <span>{question}</span>
      </summary>
      <div className="stack">
        <div className="prose" lang={lang}>
          <RichText html={answer} />
        </div>
        <p>
          <LinkButton kind="second" small to={answerPath(id, { category })}>
            {t('contact.helps')}
          </LinkButton>
        </p>
      </div>
    </details>
  );
}
