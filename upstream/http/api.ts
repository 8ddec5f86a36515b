import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Deps } from '../deps';
import { answerProblem, answerUnknownRoute } from './answers';
import { type Admission, readBody } from './body';
import { mountDocs } from './docs';
import type { Api, Env, Language, MemberChecks } from './env';
import { keepValue, OwnRead } from './own-read';
import { readTimeZone } from './time-zone';
import { refuseInvalid } from './validation';

interface Surroundings {
  /** For the gate of members. Without them no call of a member works. */
  checks?: MemberChecks;
  /** Decides whether the body limits of members apply. Without it everybody is a guest. */
  isMember?: Admission;
}

/**
 * Creates the HTTP side of the upstream under `/api`, without its modules. The context of every request has its id, the
 * caller's address, the language, the time and the checks of members. Bodies are checked JSON; failures have Laravel's
 * shapes.
 */
export function createApi(
  deps: Pick<Deps, 'config' | 'log'>,
  { checks, isMember = async () => false }: Surroundings = {},
): Api {
  const api = new OpenAPIHono<Env>({ defaultHook: refuseInvalid }).basePath('/api');
  api.use(async (c, next) => {
    c.set('ip', c.env.ip);
    c.set('requestId', c.env.requestId);
    c.set('language', languageOf(c.req.header('accept-language')));
    c.set('timeZone', readTimeZone(c.req.header('time-zone') ?? ''));
    c.set('now', new Date());
    c.set('checks', checks);
    c.set('socketId', socketIdOf(c.req.header('x-socket-id')));
    if (c.req.raw instanceof OwnRead) keepValue(c, c.req.raw);
    else setHeaders(c);
    await next();
  });
  api.use(readBody(isMember));
  api.notFound(answerUnknownRoute(api));
  api.onError(answerProblem(deps.log));
  mountDocs(api, deps.config);
  return api;
}

/**
 * Sets the headers of every answer that leaves the process. They are set before the handler, because the answer to a
 * problem is built from the same context and keeps them.
 */
function setHeaders(c: Context<Env>) {
  c.header('Cache-Control', 'no-store, private');
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('X-Request-Id', c.env.requestId);
}

/** Returns the socket id of Laravel Echo's header in pusher-js's format; undefined for anything else. */
export const socketIdOf = (header = '') => (/^\d{1,30}\.\d{1,30}$/.test(header) ? header : undefined);

/** Returns the preferred of English and German by the weights of RFC 9110; English if neither is requested. */
export function languageOf(acceptLanguage = ''): Language {
  const wishes = acceptLanguage
    .split(',')
    .map((wish) => {
      const [tag = '', ...parameters] = wish.trim().toLowerCase().split(';');
      const weight = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return { language: tag.slice(0, 2), weight: weight ? Number(weight.trim().slice(2)) : 1 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  const first = wishes.find(({ language }) => ['en', 'de', 'ch'].includes(language));
  return first && first.language !== 'en' ? 'de' : 'en';
}
