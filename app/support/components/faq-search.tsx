import { Form } from '@remix-run/react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { SearchField } from '../../ui/search-field';

/** Searches all topics. */
export function FaqSearch({ typed, errors }: { typed: string; errors: { q: string[] } }) {
  const { t } = useTranslation('support');
  return (
    <Form method="get" action="/support/faq" id="faq" role="search" noValidate>
      <SearchField id="q" name="q" label={t('faq.search')} defaultValue={typed} errors={errors.q} maxLength={100} />
    </Form>
  );
}
