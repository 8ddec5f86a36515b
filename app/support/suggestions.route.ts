import type { LoaderFunctionArgs } from '@remix-run/node';
import type { RouteHandle } from '../platform/page/handle';
import { answerInBackground } from '../platform/request/background.server';
import { requireMember } from '../platform/request/gates.server';
import { findAnswers, topicIn } from './contact.server';
import { TOPIC, wordsIn } from './contact-path';

export const handle = {
  gate: 'member',
  modules: ['support'],
  permission: 'support.write',
} satisfies Partial<RouteHandle>;

/** Returns answers that may help somebody who is writing, for script. */
export const loader = (args: LoaderFunctionArgs) =>
  answerInBackground(async () => {
    const current = await requireMember(args, handle);
    const { searchParams } = current.url;
    return findAnswers(current, wordsIn(searchParams), topicIn(searchParams.get(TOPIC)));
  });
