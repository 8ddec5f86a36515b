import { randomBytes } from 'node:crypto';
import type { AppLoadContext } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import { type Api, createApi, type Transport } from './api.server';
import { env } from './env.server';

import { detectLanguage, i18nFor } from './i18n.server';
import './load-context';
import { loggedPath } from './logged-path';
import type { Language } from './modules';
import type { PostedForm } from './posted-form.server';
import { type Preferences, readPreferences } from './preferences.server';
import {
  clearGhost,
  clearToken,
  expiryOf,
  type Flash,
  type MemberSession,
  openSession,
  sealSession,
} from './session.server';
import { waitingTerms, whenTermsWait } from './terms-gate.server';
import { whenUnauthenticated } from './unauthenticated.server';

export interface Args {
  request: Request;
  context: AppLoadContext;
}

export type Header = Awaited<ReturnType<typeof fetchHeader>>;

/** Everything about one request that its loaders and its action share. */
export interface RequestContext {
  request: Request;
  url: URL;
  requestId: string;
  /** For the one inline script and nothing else. */
  nonce: string;
  preferences: Preferences;
  session: MemberSession;
  /** Ghost mode was over when this request came. */
  isGhostOver: boolean;
  language: Language;
  /** Switches language for this answer and, by the session, for those to come. */
  setLanguage(language: Language): void;
  t(key: string, values?: Record<string, unknown>): string;
  api: Api;
  /** `GET user/header`, asked once a request: the member with their rights as they are upstream now. */
  header(again?: 'again'): Promise<Header>;
  /** The posted form, read once; see forms.server.ts. */
  form?: Promise<PostedForm>;
  /** A refresh of the token, asked for once. */
  refresh?: Promise<boolean>;
  /** The flash message, which is gone once a page that shows it is written. */
  takeFlash(): Flash | null;
  /** The Set-Cookie values of the answer, whichever of several loaders' redirects it will be. */
  commit(answer: 'page' | 'redirect'): Promise<string[]>;
  /** Headers of the answer beside the usual ones: Remix drops those of thrown and returned data on pages. */
  answerHeaders: Headers;
  /** A cookie beside the session to send with the answer. */
  setCookie(value: string): void;
}

/**
 * The context of this request, made at the first call. Its key is the load context, which is one object for
 * all loaders and actions of a request, under `server.ts` and under `remix-serve`.
 */
export function contextOf({ request, context }: Args): Promise<RequestContext> {
  context.current ??= create(request, context);
  return context.current;
}

async function create(request: Request, context: AppLoadContext): Promise<RequestContext> {
  const [session, preferences] = await Promise.all([openSession(request), readPreferences(request)]);
  const before = JSON.stringify(session.data);
  const wasGhost = session.has('ghost');
  expire(session, Date.now());
  const requestId = context.requestId ?? randomBytes(8).toString('hex');
  let language = detectLanguage(request, session.get('language'), preferences.language);
  let isFlashShown = false;
  const cookies: string[] = [];
  const answerHeaders = new Headers();
  let header: Promise<Header> | undefined;

  const current: RequestContext = {
    request,
    url: new URL(request.url),
    requestId,
    answerHeaders,
    nonce: randomBytes(16).toString('base64'),
    preferences,
    session,
    isGhostOver: wasGhost && !session.has('ghost'),
    get language() {
      return language;
    },
    setLanguage(next) {
      language = next;
      session.set('language', next);
    },
    t: (key, values) => i18nFor(language).t(key, values) as string,
    api: createApi({
      transport: transportOf(context, request, requestId),
      validate: !context.upstream || process.env.NODE_ENV === 'test' || process.env.VALIDATE_UPSTREAM === '1',
      token: () => session.get('token')?.access_token ?? null,
      language: () => language,
      timeZone: preferences.timeZone,
      ip: context.ip ?? null,
      requestId,
      deviceToken: preferences.deviceToken,
      socketId: readSocketId(request),
      userAgent: request.headers.get('user-agent'),
      log: context.log,
      report: context.report,
      answerHeaders,
      onUnauthenticated: () => whenUnauthenticated(current),
      onTermsNotAccepted: () => whenTermsAreNew(current),
    }),
    header(again) {
      if (again) header = undefined;
      header ??= fetchHeader(current);
      return header;
    },
    setCookie: (value) => void cookies.push(value),
    takeFlash() {
      isFlashShown = true;
      return session.get('flash') ?? null;
    },
    async commit(answer) {
      if (answer === 'page' && isFlashShown) session.unset('flash');
      return JSON.stringify(session.data) === before ? cookies : [...cookies, await sealSession(session)];
    },
  };
  return current;
}

/** Script names its tab's realtime connection in what a member does; see connection.client.ts. */
function readSocketId(request: Request): string | null {
  const id = request.headers.get('x-socket-id');
  return id && /^\d{1,30}\.\d{1,30}$/.test(id) ? id : null;
}

const fetchHeader = (current: RequestContext) => current.api.call(contract.member.getHeader);

/** Terms that were published since the header was asked for; null when none wait any more. */
async function whenTermsAreNew(current: RequestContext) {
  const waiting = waitingTerms(await current.header('again'));
  return waiting && whenTermsWait(current, waiting);
}

/** Past its expiry a token is gone: the session is locked (specification, section 4). */
function expire(session: MemberSession, now: number) {
  const token = session.get('token');
  if (!token || now < expiryOf(token)) return;
  if (session.has('ghost')) clearGhost(session, 'expired');
  else clearToken(session);
}

/**
 * In process when the upstream lives here, else HTTP; Node's fetch keeps connections alive. In process it learns which
 * path was asked for, for the record of ghost mode: by no header, since those are anybody's to send, `Referer` too.
 */
function transportOf({ upstream, ip = null }: AppLoadContext, request: Request, requestId: string): Transport {
  const { upstreamUrl, upstreamTimeoutMs } = env();
  if (upstream) {
    const caller = { ip, requestId, page: loggedPath(new URL(request.url).pathname) };
    return (url, init) => withDeadline(upstream(new Request(url, init), caller), upstreamTimeoutMs);
  }
  if (!upstreamUrl) throw new Error('No upstream: set UPSTREAM_URL, or start the app with `npm start`');
  return (url, init, streams) => fetchInTime(url, init, upstreamTimeoutMs, streams);
}

// Timers that are cleared, since an `AbortSignal.timeout` for each call would keep the call in memory until it fires.

function withDeadline<T>(answer: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timedOut()), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The deadline is one for headers and body, save for a body that `streams`. */
async function fetchInTime(url: URL, init: RequestInit, ms: number, streams: boolean): Promise<Response> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(timedOut()), ms);
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal: deadline.signal });
    if (streams && answer.ok) return answer;
    const body = await answer.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, { status: answer.status, headers: answer.headers });
  } finally {
    clearTimeout(timer);
  }
}

const timedOut = () => new DOMException('Timed out', 'TimeoutError');
