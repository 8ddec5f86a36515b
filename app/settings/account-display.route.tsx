import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DisplayForm } from '../display/display-form';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { Link } from '../ui/link';

export const handle = {
  title: 'settings:account.display.title',
  gate: 'member',
  i18n: ['settings'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const { preferences } = await requireMember(args, handle);
  return { display: preferences.display };
}

export default function AccountDisplay() {
  const { t } = useTranslation('settings');
  const { display } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="head">
        <h1>{t('account.display.title')}</h1>
      </div>
      <div className="stack">
        <p>{t('account.display.intro')}</p>
        <DisplayForm display={display} />
        <p>
          <Link className="tap" to="/settings/account">
            {t('account.back')}
          </Link>
        </p>
      </div>
    </>
  );
}
