import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { ComingSoon } from '../platform/page/coming-soon';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { Card } from '../ui/card';

export const handle = {
  title: 'titles.growing',
  gate: 'member',
  modules: ['growing'],
  permission: 'growing.view',
  i18n: ['growing'],
  comingSoon: true,
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args, handle);
  return null;
}

export default function Plants() {
  const { t } = useTranslation('growing');
  return (
    <ComingSoon>
      <Card title={t('common:titles.sales')}>
        <p>
          {t('sales.what')} <Link to="/growing/sale">{t('sales.to_sales')}</Link>
        </p>
      </Card>
    </ComingSoon>
  );
}
