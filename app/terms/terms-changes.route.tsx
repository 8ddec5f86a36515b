import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { WayToMembers } from '../platform/page/way-to-members';
import { contextOf } from '../platform/request/request-context.server';
import { Link } from '../ui/link';
import { Time } from '../ui/time';
import { ChangedSections } from './changed-sections';

export const handle = { title: 'titles.terms_changes', gate: 'open' } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const { api, language, url } = await contextOf(args);
  const from = url.searchParams.get('from') ?? undefined;
  const terms = await api.call(contract.terms.getTermsChanges, {
    params: { slug: args.params.slug ?? '' },
    query: { language, from },
  });
  return { terms };
}

/** Shows the changes since an earlier version. It needs no sign-in, because the texts are public. */
export default function TermsChanges() {
  const { t } = useTranslation();
  const { terms } = useLoaderData<typeof loader>();
  const { slug, name, version, from, effective_at, paragraphs } = terms;
  return (
    <article className="stack">
      <div className="stack stack-s">
        <WayToMembers />
        <h1>{t('terms.what_changed')}</h1>
        <p className="small muted">
          {t('terms.changes.versions', { name, from, version })}, <Time at={effective_at} format="date" />
        </p>
      </div>
      <ChangedSections paragraphs={paragraphs} />
      <p>
        <Link className="tap" to={`/terms/${slug}`}>
          {t('terms.changes.whole_text', { version })}
        </Link>
      </p>
    </article>
  );
}
