import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import type { SupportCategory } from '../../upstream/contract/support-faq';
import { parseForm } from '../platform/form/forms.server';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { useRefusal } from '../platform/page/page-state';
import { problemOf } from '../platform/request/failure.server';
import { requireMember } from '../platform/request/gates.server';
import { refused } from '../platform/request/post-only.server';
import { redirect } from '../platform/request/responses.server';
import { ErrorSummary } from '../ui/error-summary';
import { AnswerList } from './components/answer-list';
import { FaqSearch } from './components/faq-search';
import { documentSheet, FaqSheet } from './components/faq-sheet';
import { FaqTopics } from './components/faq-topics';
import { SupportNav } from './components/support-nav';
import { WriteToUs } from './components/write-to-us';
import { faqVoteSchema } from './faq.schema';
import { loadFaq, placeOf } from './faq.server';
import { answerPath, faqPath } from './faq-path';

export const handle = {
  title: (data, t) => {
    const topic = (data as { place?: { category: SupportCategory | null } } | undefined)?.place?.category;
    return topic ? t('support:faq.of_topic', { topic: t(`support:topics.${topic}`) }) : t('common:titles.faq');
  },
  gate: 'member',
  modules: ['support'],
  permission: 'support.view',
  i18n: ['support'],
  sheet: documentSheet,
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const page = await loadFaq(current, args.params.category);
  if (current.url.pathname.startsWith('/faq'))
    current.answerHeaders.set('Link', `<${faqPath(page.place)}>; rel="canonical"`);
  return data(page, { status: page.errors.q.length > 0 ? 422 : 200 });
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const { value } = await parseForm(args, faqVoteSchema);
  if (!value) throw await refused(current);
  const { id, vote } = value.vote;
  const answer = await current.api.attempt(contract.supportFaq.rateFaq, { params: { id }, json: { vote } });
  if (!answer.ok) throw problemOf(answer.failure, current.requestId);
  if (value.in_place) return { isRated: true };
  return redirect(current, answerPath(id, placeOf(current, args.params.category)));
}

export default function FaqPage() {
  const { t } = useTranslation('support');
  const { place, typed, errors, pages, answers, open, topics } = useLoaderData<typeof loader>();
  const faults = errors.q.map((message) => ({ fieldId: 'q', message }));
  useRefusal(faults.length > 0, errors, 'faq');
  return (
    <>
      <FaqSheet />
      <div className="head">
        <h1>{t('common:titles.faq')}</h1>
      </div>
      <SupportNav />
      <div className="grid">
        <div className="w8 stack stack-l">
          <ErrorSummary errors={faults} attempt={errors} />
          <FaqSearch key={typed} typed={typed} errors={errors} />
          {pages || answers.length > 0 ? (
            <AnswerList place={place} pages={pages} answers={answers} open={open} />
          ) : null}
          {topics ? <FaqTopics topics={topics} /> : null}
        </div>
        {/* A list without answers leads there itself. */}
        {pages?.total === 0 ? null : <WriteToUs q={place.q} />}
      </div>
    </>
  );
}
