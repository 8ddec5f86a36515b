import { Form } from '@remix-run/react';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button, LinkButton } from '../../ui/button';

export function ConfirmCancel({ path }: { path: string }) {
  const { t } = useTranslation('wallet');
  return (
    <Form method="post" action={path} className="card stack">
      <HiddenFields />
      <p>
        <strong>{t('withdrawal.cancel_sure')}</strong> {t('withdrawal.cancel_what')}
      </p>
      <div className="row">
        <LinkButton kind="second" to={path}>
          {t('withdrawal.cancel_no')}
        </LinkButton>{' '}
        <Button kind="danger">{t('withdrawal.cancel_yes')}</Button>
      </div>
    </Form>
  );
}
