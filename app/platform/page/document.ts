import type { UIMatch } from '@remix-run/react';
import { isProblem, type Problem } from '../request/problem';
import type { RouteHandle } from './handle';

interface DocumentState {
  matches: Pick<UIMatch<unknown, unknown>, 'handle' | 'data'>[];
  /** Data of the error that the page shows, or the error itself if it is unexpected. */
  error: unknown;
  /** True if the page shows a refused form. */
  isRefused: boolean;
  /** True if the page shows a form that was kept through an interruption. */
  isResumed: boolean;
  productName: string;
  t: (key: string, values?: Record<string, unknown>) => string;
}

/** Returns `{title} - {product} Farm` (specification, section 2), after "Error: " if the page shows a refused form. */
export function titleOf({ matches, error, isRefused, isResumed, productName, t }: DocumentState) {
  const prefix = isRefused && !error ? `${t('ui.error_prefix')} ` : '';
  if (isResumed && !error) return `${t('form.resumed')} - ${productName} Farm`;
  return `${prefix}${error ? problemTitle(error, t) : pageTitle(matches, t)} - ${productName} Farm`;
}

function pageTitle(matches: DocumentState['matches'], t: DocumentState['t']) {
  for (const match of [...matches].reverse()) {
    const title = (match.handle as RouteHandle | undefined)?.title;
    if (typeof title === 'string') return t(title);
    // A page that could not load has no data. The page of the error tells its own title.
    if (title && match.data !== null && match.data !== undefined) return title(match.data, t);
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
