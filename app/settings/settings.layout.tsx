import type { LoaderFunctionArgs } from '@remix-run/node';
import { NavLink, Outlet, useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { SECTIONS, sectionsFor } from './sections';

export const handle = { title: 'titles.settings', gate: 'member' } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const { member, modules } = await requireMember(args, handle);
  return { sections: sectionsFor({ modules, permissions: member.user.permissions }).map(({ path }) => path) };
}

export default function SettingsLayout() {
  const { t } = useTranslation();
  const { sections } = useLoaderData<typeof loader>();
  return (
    <div className="grid">
      <nav className="w3" aria-label={t('titles.settings')}>
        <ul className="subnav">
          {SECTIONS.filter(({ path }) => sections.includes(path)).map(({ path, title }) => (
            <li key={path}>
              <NavLink to={`/settings/${path}`}>{t(title)}</NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="w9">
        <Outlet />
      </div>
    </div>
  );
}
