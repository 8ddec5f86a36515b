import { Form } from '@remix-run/react';
import { Button } from '../../ui/button';
import { Link } from '../../ui/link';
import { useTranslation } from '../i18n/use-translation';
import { usePageState } from '../page/page-state';
import type { Resumed } from '../request/resume.server';
import { HiddenFields } from './hidden-fields';

interface ResumeProps extends Resumed {
  /** The form's id, the same as in the route's `handle`. */
  id: string;
}

/** Shown after an interruption: shows the carried form, and the member sends, reviews or discards it. */
export function Resume({ id, path, carry, values, mustReview }: ResumeProps) {
  const { t } = useTranslation('session');
  const sent = values.length > 0 ? 'text' : 'pressed';
  usePageState('resumed');
  return (
    <div className="stack stack-l">
      <div className="stack stack-s">
        <h1>{t('common:form.resumed')}</h1>
        <p>{t(mustReview ? 'resume.money' : `resume.${sent}`)}</p>
      </div>
      <dl className="pairs">
        {values.map(({ name, value }) => (
          <div className="contents" key={`${name}=${value}`}>
            <dt>{t(`common:fields.${name}`, { defaultValue: name })}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Form method="post" action={path} className="row" id={id}>
        <HiddenFields />
        <input type="hidden" name="carry" value={carry} />
        <Button type="submit" name="carry_intent" value={mustReview ? 'review' : 'send'}>
          {t(mustReview ? 'resume.review' : 'resume.send')}
        </Button>{' '}
        <Link className="btn quiet" to={path}>
          {t('resume.discard')}
        </Link>
      </Form>
    </div>
  );
}
