import { Form } from '@remix-run/react';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { SearchField } from '../../ui/search-field';
import { CHECK_IN } from '../appointment-path';
import { codeText } from '../code-text';
import type { LoadedDoor } from './door.server';

/** For somebody who has come without the ticket: a search by name, with a button that checks in. */
export function FoundHolders({ door, q }: { door: LoadedDoor; q: string }) {
  const { t } = useTranslation('door');
  const { appointment, found } = door;
  return (
    <Card title={t('search.title')} id="search">
      <div className="stack">
        <Form method="get" action={CHECK_IN} role="search" key={q}>
          <input type="hidden" name="appointment" value={appointment.label} />
          <SearchField id="search-q" name="q" label={t('search.name')} defaultValue={q} maxLength={80} />
        </Form>
        {found?.length === 0 ? <p className="muted">{t('search.nobody')}</p> : null}
        {found && found.length > 0 ? (
          <ul className="lines">
            {found.map(({ code, name, guests, checked_in_at }) => (
              <li key={code} className="stack stack-s">
                <div>
                  <strong>{name}</strong>
                  {guests.length > 0 ? t('with', { names: guests.map((guest) => guest.name).join(', ') }) : null}{' '}
                  <span className="ref">{codeText(code)}</span>
                </div>
                {checked_in_at ? (
                  <div>
                    <Badge tone="good">{t('outcome.admitted')}</Badge>
                  </div>
                ) : (
                  <Form method="post" action={`${CHECK_IN}?appointment=${appointment.label}`}>
                    <HiddenFields />
                    <input type="hidden" name="code" value={code} />
                    <Button kind="second" small>
                      {t('search.check_in')}
                      <span className="vh">: {name}</span>
                    </Button>
                  </Form>
                )}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Card>
  );
}
