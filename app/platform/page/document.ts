import type { UIMatch } from '@remix-run/react';
import type { PlannedVerification } from '../form/verification.server';
import type { Translate } from '../i18n/texts';
import { isProblem, type Problem } from '../request/problem';
import type { RouteHandle } from './handle';

interface DocumentState {
  matches: Pick<UIMatch<unknown, unknown>, 'handle' | 'data'>[];
  /** Data of the error that the page shows, or the error itself if it is unexpected. */
  error: unknown;
  /** True if the page shows a form that was kept through an interruption. */
  isResumed: boolean;
  /** The action's answer that the page shows. */
  answer: unknown;
  t: Translate;
}

/** Returns `{title} - {product} Farm` (specification, section 2), after "Error: " if the page shows a refused form. */
export function titleOf(step: string, isRefused: boolean, productName: string, t: DocumentState['t']) {
  return `${isRefused ? `${t('ui.error_prefix')} ` : ''}${step} - ${productName} Farm`;
}

/** Returns the title of the step that the page shows. Another title on the same path is another step. */
export function stepTitle({ matches, error, isResumed, answer, t }: DocumentState) {
  if (error) return problemTitle(error, t);
  if (isResumed) return t('form.resumed');
  const title = pageTitle(matches, answer, t);
  // The form is shown again to ask for a code: `withStep`.
  const { verification } = (answer ?? {}) as { verification?: Partial<PlannedVerification> };
  return verification?.again || verification?.isNew ? t('verification.step', { title }) : title;
}

function pageTitle(matches: DocumentState['matches'], answer: unknown, t: DocumentState['t']) {
  for (const match of [...matches].reverse()) {
    const { title, step } = (match.handle ?? {}) as Partial<RouteHandle>;
    // A page that could not load has no data. The page of the error tells its own title.
    const isLoaded = match.data !== null && match.data !== undefined;
    const titleOfStep = isLoaded && step?.(match.data, t, answer);
    if (titleOfStep) return titleOfStep;
    if (typeof title === 'string') return t(title);
    if (title && isLoaded) return title(match.data, t);
  }
  return t('problem.server.title');
}

const problemTitle = (error: unknown, t: DocumentState['t']) =>
  isProblem(error) ? t(`problem.${(error as Problem).kind}.title`) : t('problem.server.title');

/** Whether an action's answer shows its form again: a reply of Conform or of the lock page. */
export function isRefusal(actionData: unknown) {
  if (typeof actionData !== 'object' || actionData === null) return false;
  const { status, errors } = actionData as { status?: unknown; errors?: unknown };
  return status === 'error' || Boolean(errors);
}

/** Whether an action's answer shows a form that was kept through an interruption: `Resumed`. */
export const isResumption = (actionData: unknown) =>
  typeof actionData === 'object' && actionData !== null && 'resume' in actionData && Boolean(actionData.resume);
