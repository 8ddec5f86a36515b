import { Form, Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { HiddenFields } from '../../platform/hidden-fields';
import { Button } from '../../ui/button';
import type { Resumed } from '../resume.server';
import { LOCK_FORM } from './lock-form';

/** After unlocking: what was typed is still there, and the member decides what becomes of it. */
export function Resume({ path, carry, values, mustReview }: Resumed) {
  const { t } = useTranslation(['session', 'common']);
  return (
    <div className="stack stack-l">
      <div className="stack stack-s">
        <h1>{t('resume.title')}</h1>
        <p>{t(mustReview ? 'resume.money' : 'resume.text')}</p>
      </div>
      <dl className="pairs">
        {values.map(({ name, value }) => (
          <div className="contents" key={`${name}=${value}`}>
            <dt>{t(`common:fields.${name}`, { defaultValue: name })}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Form method="post" action={path} className="row" id={LOCK_FORM}>
        <HiddenFields />
        <input type="hidden" name="carry" value={carry} />
        <Button type="submit" name="carry_intent" value={mustReview ? 'review' : 'send'}>
          {t(mustReview ? 'resume.review' : 'resume.send')}
        </Button>
        <Link className="btn quiet" to={path}>
          {t('resume.discard')}
        </Link>
      </Form>
    </div>
  );
}
