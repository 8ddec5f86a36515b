import { Fragment } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import type { FieldMetadata } from '../../ui/conform-field';
import { FieldErrors } from '../../ui/field-errors';
import { Link } from '../../ui/link';

interface TermsBoxesProps {
  meta: FieldMetadata & { initialValue?: unknown };
  terms: { id: number; slug: string; name: string; version: number }[];
}

/** A checkbox for each required version of the terms, with a link to its text. */
export function TermsBoxes({ meta, terms }: TermsBoxesProps) {
  const { t } = useTranslation('session');
  const ticked = Array.isArray(meta.initialValue) ? meta.initialValue : [meta.initialValue];
  const isBad = Boolean(meta.errors?.length);
  return (
    <fieldset
      className={isBad ? 'field bad' : 'field'}
      id={meta.id}
      tabIndex={-1}
      aria-describedby={isBad ? `${meta.id}-error` : undefined}
    >
      <legend>{t('register.terms')}</legend>
      <FieldErrors id={meta.id} name={meta.name} label={t('register.terms')} errors={meta.errors} />
      {terms.map(({ id, slug, name, version }) => (
        <Fragment key={id}>
          {' '}
          <label className="tick">
            <input type="checkbox" name="terms" value={id} defaultChecked={ticked.includes(String(id))} required />{' '}
            <span>
              {t('register.agree')}{' '}
              <Link to={`/terms/${slug}`} target="_blank">
                {name}
              </Link>{' '}
              <span className="muted">({t('register.version', { version })})</span>
            </span>
          </label>
        </Fragment>
      ))}
    </fieldset>
  );
}
