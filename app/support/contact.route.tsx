import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { Alert } from '../ui/alert';
import { readAttachments } from './attachments.server';
import { AnswerTimeCard } from './components/answer-time';
import { ContactForm } from './components/contact-form';
import { StillOpen } from './components/still-open';
import { documentSheet, TicketSheet } from './components/ticket-sheet';
import { categoryIn, checkOrSend, loadContact, postedTopic } from './contact.server';

export const handle = {
  title: (data, t) => t(`support:contact.title.${(data as Awaited<ReturnType<typeof loader>>).category}`),
  step: (_, t, answer) => {
    const { answers } = (answer ?? {}) as { answers?: unknown[] | null };
    return answers && t(answers.length ? 'support:contact.answers' : 'support:contact.no_answers');
  },
  gate: 'member',
  sheet: documentSheet,
  modules: ['support'],
  permission: 'support.write',
  i18n: ['support'],
  form: 'contact',
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const category = categoryIn(args);
  return loadContact(current, (await postedTopic(current)) ?? category);
}

export async function action(args: ActionFunctionArgs) {
  const attached = await readAttachments(args);
  const current = await requireMember(args, handle);
  return checkOrSend(args, current, { category: categoryIn(args), attached });
}

export default function Contact() {
  const { t } = useTranslation('support');
  const { time, open, ...shown } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  return (
    <>
      <TicketSheet />
      <div className="head">
        <h1>{t(`contact.title.${shown.category}`)}</h1>
      </div>
      <div className="grid">
        <div className="w8 stack stack-l">
          {shown.isDropped && !answer ? <Alert kind="warning">{t('contact.dropped')}</Alert> : null}
          <ContactForm key={shown.category} {...shown} answer={answer} />
        </div>
        <div className="w4 stack stack-l">
          <AnswerTimeCard time={time} />
          {open.length > 0 ? <StillOpen tickets={open} /> : null}
        </div>
      </div>
    </>
  );
}
