import type { AppLoadContext } from '@remix-run/node';
import type { Logger } from 'pino';
import { timeout } from 'remix-utils/promise';
import type { z } from 'zod';
import { contract } from '../../../upstream/contract/contract';
import type { Header as HeaderAnswer, User } from '../../../upstream/contract/member';
import { detectLanguage, textsFor } from '../i18n/i18n.server';
import type { Translate } from '../i18n/texts';
import { type Api, createApi } from './api.server';
import type { Answer, Transport } from './api-transport.server';
import { env } from './env.server';
import { fetchAnswer } from './foreign-answer.server';
import { leaveMissingHome } from './home.server';
import './load-context';
import type { Language } from '../page/modules';
import { findMemberOfLogin, refuseOther } from './member-session.server';
import type { PostedForm } from './posted-form.server';
import { type Preferences, readPreferences } from './preferences.server';
import { drawBytes } from './random.server';
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
import { inTime, type UploadTransport } from './upload.server';

export interface Args {
  request: Request;
  context: AppLoadContext;
}

/** The header of every page, with its member. */
export type Header = z.output<typeof HeaderAnswer> & { user: z.output<typeof User> };

/** The state of one request that its loaders and its action share. */
export interface RequestContext {
  request: Request;
  url: URL;
  requestId: string;
  log: Logger | undefined;
  /** For the inline scripts of this answer only. */
  nonce: string;
  preferences: Preferences;
  session: MemberSession;
  /** True if ghost mode had ended before this request. */
  isGhostOver: boolean;
  language: Language;
  /** Switches the language for this answer and, by the session, for later ones. */
  setLanguage(language: Language): void;
  t: Translate;
  api: Api;
  /** `GET user/header`, once for each request: the member with their current permissions. `again` repeats the call. */
  header(again?: 'again'): Promise<Header>;
  /** The posted form, read once; see forms.server.ts. */
  form?: Promise<PostedForm>;
  /** The refresh of the token, at most once for each request. */
  refresh?: Promise<boolean>;
  /** Returns the flash message. It is deleted when a page that shows it is written. */
  takeFlash(): Flash | null;
  /** Returns the Set-Cookie values of the answer. Several loaders may call it for redirects; only one is sent. */
  commit(answer: 'page' | 'redirect'): Promise<string[]>;
  /** More headers for the answer, because Remix drops the headers of thrown and returned data on pages. */
  answerHeaders: Headers;
  /** Adds a cookie to the answer, besides the session. */
  setCookie(value: string): void;
}

/**
 * Returns the context of this request. The first call creates it. The load context stores it, because it is one object
 * for all loaders and actions of a request, with `server.ts` and with `remix-serve`.
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
  const requestId = context.requestId ?? drawBytes(8).toString('hex');
  let language = await detectLanguage(request, session.get('language'), preferences.language);
  let isFlashShown = false;
  const cookies: string[] = [];
  const answerHeaders = new Headers();
  let header: Promise<Header> | undefined;

  const current: RequestContext = {
    request,
    url: new URL(request.url),
    requestId,
    log: context.log,
    answerHeaders,
    nonce: drawBytes(16).toString('base64'),
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
    t: (key, values) => textsFor(language).t(key, values),
    api: createApi({
      transport: transportOf(context, requestId),
      uploads: uploadsOf(context, requestId),
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
      isData: context.isData ?? false,
      onMissing: () => leaveMissingHome(current),
      onWritten: () => {
        if (session.has('member')) session.set('isMemberOld', true);
      },
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

/** Script sends the id of its tab's realtime connection with each POST; see connection.client.ts. */
function readSocketId(request: Request): string | null {
  const id = request.headers.get('x-socket-id');
  return id && /^\d{1,30}\.\d{1,30}$/.test(id) ? id : null;
}

/** Returns the header. @throws the answer to a 401 if a foreign back end brings the member nowhere, or another one */
async function fetchHeader(current: RequestContext): Promise<Header> {
  const { user, ...header } = await current.api.call(contract.member.getHeader);
  if (user) await refuseOther(current, user);
  if (user) current.session.unset('member');
  const member = user ?? (await findMemberOfLogin(current));
  if (!member) throw await whenUnauthenticated(current);
  return { ...header, user: member };
}

/** For terms that were published after the header was read. Returns null if none wait any more. */
async function whenTermsAreNew(current: RequestContext) {
  const waiting = waitingTerms(await current.header('again'));
  return waiting && whenTermsWait(current, waiting);
}

/** Removes an expired token, which locks the session, or ends ghost mode (specification, section 4). */
function expire(session: MemberSession, now: number) {
  const token = session.get('token');
  if (!token || now < expiryOf(token)) return;
  if (session.has('ghost')) clearGhost(session, 'expired');
  else clearToken(session);
}

/**
 * Returns the transport: in process for the embedded upstream, otherwise HTTP. Node's fetch keeps connections alive. In
 * process, upstream gets the requested path for the record of ghost mode. It is not a header, because anybody can send
 * headers, also `Referer`.
 */
function transportOf({ upstream, ip = null, page = '' }: AppLoadContext, requestId: string): Transport {
  const { upstreamUrl, upstreamTimeoutMs } = env();
  if (upstream) {
    const caller = { ip, requestId, page };
    return (url, init, streams) => {
      const isRead = init.method === 'GET' && !streams;
      const answer = isRead
        ? upstream.read(url.href, init.headers, caller)
        : upstream.fetch(new Request(url, init), caller);
      return timeout<Answer>(answer, { ms: upstreamTimeoutMs });
    };
  }
  if (!upstreamUrl) throw new Error('No upstream: set UPSTREAM_URL, or start the app with `npm start`');
  // Clears its timer. An `AbortSignal.timeout` for each call would keep the call in memory until it fires.
  return (url, init, streams) => {
    const controller = new AbortController();
    const answer = fetchAnswer(url, { ...init, redirect: 'error', signal: controller.signal }, streams);
    return timeout(answer, { ms: upstreamTimeoutMs, controller });
  };
}

/** Returns the transport of files, which go to the same upstream. */
function uploadsOf({ upstream, ip = null, page = '' }: AppLoadContext, requestId: string): UploadTransport {
  const { upstreamTimeoutMs } = env();
  return (url, init, bytes) =>
    inTime(bytes, upstreamTimeoutMs, (body, signal) => {
      const upload = { ...init, body, signal, duplex: 'half', redirect: 'error' } as RequestInit;
      return upstream
        ? upstream.fetch(new Request(url, upload), { ip, requestId, page })
        : fetchAnswer(url, upload, false);
    });
}
