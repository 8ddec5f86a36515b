import { useFetchers, useLocation, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { listenToTabs } from '../platform/browser/session-channel';
import { isRefusal } from '../platform/page/document';
import { useMemberData } from '../platform/page/member-data';
import { useRootData } from '../platform/page/root-data';
import { routerState } from '../platform/remix/router.client';
import { isProblem } from '../platform/request/problem';
import { useLatest } from '../ui/use-latest';
import {
  dropDraftsOfMembers,
  dropOldDrafts,
  findSentForm,
  forgetDraft,
  keepDrafts,
  openPage,
  resumeKeeping,
  type SentForm,
} from './drafts';

const KEEP_AFTER_MS = 400;
const SWEEP_EVERY_MS = 60_000;
/** Conform submits a form with a button of this name only to validate it. */
const INTENT = '__intent__';

/** Script only: keeps typed input, restores it, and forgets it once it is sent and accepted. */
export function DraftKeeper() {
  useKeptInput();
  useSentForms();
  useOpenedPage();
  useSweep();
  return null;
}

/** Keeps drafts shortly after an input, and at once when the page is hidden or left. */
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

/** Deletes old drafts also while nobody opens a page. */
function useSweep() {
  useEffect(() => {
    const timer = window.setInterval(() => dropOldDrafts(Date.now()), SWEEP_EVERY_MS);
    return () => window.clearInterval(timer);
  }, []);
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

  // Reads the answers only when the call has ended.
  const latest = useLatest(fetchers);
  useEffect(() => {
    if (action !== undefined) {
      const target = submitted.current?.form.getAttribute('action') ?? window.location.href;
      if (pathOf(target) === pathOf(action)) sent.current = submitted.current;
      submitted.current = null;
      return;
    }
    if (sent.current && isSettled(latest.current.map(({ data }) => data))) forgetDraft(sent.current);
    sent.current = null;
  }, [action, latest]);
}

const pathOf = (url: string) => new URL(url, window.location.href).pathname;

/**
 * Whether the draft is no longer needed: the form was accepted, or it came too late and the server carries it through
 * the lock page.
 */
function isSettled(answers: unknown[]) {
  const { errors, actionData, navigation } = routerState();
  // The member left for another page, so it is unknown whether the form arrived.
  if (navigation.state !== 'idle') return false;
  const [error] = Object.values(errors ?? {});
  if (error) {
    const { data } = error as { data?: unknown };
    return isProblem(data) && 'carry' in data && data.carry !== null;
  }
  return !hasAnswer(actionData) && !answers.some(isRefusal);
}

/** Whether an action answered with data. An accepted form redirects, so data belongs to a form that is still open. */
const hasAnswer = (actionData: object | null | undefined) =>
  Object.values(actionData ?? {}).some((answer) => answer !== null && answer !== undefined);

function useOpenedPage() {
  // A new object with each navigation, also to the same path, because that may bring new forms.
  const location = useLocation();
  const root = useRootData();
  const owner = useMemberData()?.userId ?? null;
  const isSignedOut = root?.expiresIn === null && !root.locked;

  useEffect(() => {
    if (isSignedOut) dropDraftsOfMembers();
    return listenToTabs(({ type }) => type === 'signed-out' && dropDraftsOfMembers());
  }, [isSignedOut]);

  useEffect(() => {
    openPage(owner, location.pathname, hasAnswer(routerState().actionData), Date.now());
  }, [owner, location]);
}
