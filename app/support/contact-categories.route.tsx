import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { supportCategories } from '../../upstream/contract/support-faq';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { Link } from '../ui/link';
import { AnswersWithin } from './components/answer-time';
import { SupportNav } from './components/support-nav';
import { loadAnswerTime } from './contact.server';
import { carriedIn, contactPath } from './contact-path';

export const handle = {
  title: 'titles.contact_categories',
  gate: 'member',
  modules: ['support'],
  permission: 'support.write',
  i18n: ['support'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { median } = await loadAnswerTime(current);
  return { categories: supportCategories, carried: carriedIn(current.url.searchParams), median };
}

export default function ContactCategories() {
  const { t } = useTranslation('support');
  const { categories, carried, median } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="head">
        <h1>{t('common:titles.contact_categories')}</h1>
        <p className="muted measure">
          {t('contact.why_topic')} <AnswersWithin median={median} />
        </p>
      </div>
      <SupportNav />
      <ul className="grid two">
        {categories.map((category) => (
          <li key={category} className="card w4 fill stack stack-s">
            <h2>
              <Link to={contactPath(category, carried)}>{t(`topics.${category}`)}</Link>
            </h2>
            <p className="small muted">{t(`contact.about.${category}`)}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
