import type { UIMatch } from '@remix-run/react';
import type { RouteHandle } from './handle';
import { isProblem, type Problem } from './problem';

interface DocumentState {
  matches: Pick<UIMatch<unknown, unknown>, 'handle' | 'data'>[];
  /** Data of the error that the page shows instead, or true for an unexpected one. */
  error: unknown;
  /** The page shows a form that was refused. */
  isRefused: boolean;
  productName: string;
  t: (key: string, values?: Record<string, unknown>) => string;
}

/** `{title} - {product} Farm` (specification, section 2), with "Error: " before it while a form is refused. */
export function titleOf({ matches, error, isRefused, productName, t }: DocumentState) {
  const prefix = isRefused && !error ? `${t('ui.error_prefix')} ` : '';
  return `${prefix}${error ? problemTitle(error, t) : pageTitle(matches, t)} - ${productName} Farm`;
}

function pageTitle(matches: DocumentState['matches'], t: DocumentState['t']) {
  for (const match of [...matches].reverse()) {
    const title = (match.handle as RouteHandle | undefined)?.title;
    if (typeof title === 'function') return title(match.data);
    if (title) return t(title);
  }
  return t('problem.server.title');
}

const problemTitle = (error: unknown, t: DocumentState['t']) =>
  isProblem(error) ? t(`problem.${(error as Problem).kind}.title`) : t('problem.server.title');

/** An action's answer that shows its form again: Conform's reply, or the lock page's. */
export function isRefusal(actionData: unknown) {
  if (typeof actionData !== 'object' || actionData === null) return false;
  const { status, errors } = actionData as { status?: unknown; errors?: unknown };
  return status === 'error' || Boolean(errors);
}
