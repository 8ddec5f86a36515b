import { useFetchers, useLocation, useNavigation, useRouteLoaderData } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { isRefusal } from '../platform/document';
import {
  dropDraftsOfMembers,
  findSentForm,
  forgetDraft,
  keepDrafts,
  openPage,
  resumeKeeping,
  type SentForm,
} from '../platform/drafts';
import { isProblem } from '../platform/problem';
import type { loader as rootLoader } from '../root';
import type { loader as memberLoader } from './member.layout';
import { listenToTabs } from './session-channel';

const KEEP_AFTER_MS = 400;
/** Conform has a form validate itself by submitting it with a button of this name. */
const INTENT = '__intent__';

/** Script only: keeps what is typed, brings it back, and forgets it once it is sent and accepted. */
export function DraftKeeper() {
  useKeptInput();
  useSentForms();
  useOpenedPage();
  return null;
}

/** On input, a moment later; at once when the page is hidden, left, or about to give way to the next one. */
function useKeptInput() {
  const isLeaving = useNavigation().state !== 'idle';
  useEffect(() => {
    let timer: number | undefined;
    const keep = () => {
      window.clearTimeout(timer);
      keepDrafts(Date.now());
    };
    const onInput = () => {
      resumeKeeping();
      window.clearTimeout(timer);
      timer = window.setTimeout(keep, KEEP_AFTER_MS);
    };
    const onHide = () => document.visibilityState === 'hidden' && keep();
    const inputs = ['input', 'change'];
    for (const type of inputs) document.addEventListener(type, onInput);
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', keep);
    return () => {
      window.clearTimeout(timer);
      for (const type of inputs) document.removeEventListener(type, onInput);
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', keep);
    };
  }, []);
  useEffect(() => {
    if (isLeaving) keepDrafts(Date.now());
  }, [isLeaving]);
}

function useSentForms() {
  const { formMethod, formAction } = useNavigation();
  const fetchers = useFetchers();
  const actions = [{ formMethod, formAction }, ...fetchers].filter((call) => call.formMethod === 'POST');
  const action = actions[0]?.formAction;
  const submitted = useRef<SentForm | null>(null);
  const sent = useRef<SentForm | null>(null);

  useEffect(() => {
    const onSubmit = ({ target, submitter }: SubmitEvent) => {
      if (submitter?.getAttribute('name') !== INTENT) submitted.current = findSentForm(target);
    };
    document.addEventListener('submit', onSubmit);
    return () => document.removeEventListener('submit', onSubmit);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the answers count when the call ends, not before
  useEffect(() => {
    if (action !== undefined) {
      const target = submitted.current?.form.getAttribute('action') ?? window.location.href;
      if (pathOf(target) === pathOf(action)) sent.current = submitted.current;
      submitted.current = null;
      return;
    }
    if (sent.current && isSettled(fetchers.map(({ data }) => data))) forgetDraft(sent.current);
    sent.current = null;
  }, [action]);
}

const pathOf = (url: string) => new URL(url, window.location.href).pathname;

/**
 * Whether nothing of the form is left to keep: it was accepted, or it came too late and the server carries it on
 * through the lock page.
 */
function isSettled(answers: unknown[]) {
  const { errors, actionData, navigation } = window.__remixRouter.state;
  // Given up for another page: nobody knows whether it arrived.
  if (navigation.state !== 'idle') return false;
  const [error] = Object.values(errors ?? {});
  if (error) {
    const { data } = error as { data?: unknown };
    return isProblem(data) && 'carry' in data && data.carry !== null;
  }
  return !hasAnswer(actionData) && !answers.some(isRefusal);
}

/** An action that accepts a form leads on; what it answers instead belongs to a form that is still open. */
const hasAnswer = (actionData: object | null | undefined) =>
  Object.values(actionData ?? {}).some((answer) => answer !== null && answer !== undefined);

function useOpenedPage() {
  const { pathname, key } = useLocation();
  const root = useRouteLoaderData<typeof rootLoader>('root');
  const owner = useRouteLoaderData<typeof memberLoader>('shell/member.layout')?.userId ?? null;
  const isSignedOut = root?.expiresIn === null && !root.locked;

  useEffect(() => {
    if (isSignedOut) dropDraftsOfMembers();
    return listenToTabs(({ type }) => type === 'signed-out' && dropDraftsOfMembers());
  }, [isSignedOut]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation may bring new forms, also at the same path
  useEffect(() => {
    openPage(owner, pathname, hasAnswer(window.__remixRouter.state.actionData), Date.now());
  }, [owner, pathname, key]);
}
