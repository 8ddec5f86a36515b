import { OpenAPIHono } from '@hono/zod-openapi';
import type { Deps } from '../deps';
import { answerProblem, answerUnknownRoute } from './answers';
import { readBody } from './body';
import { mountDocs } from './docs';
import type { Api, Env, Language } from './env';
import { readTimeZone } from './time-zone';
import { refuseInvalid } from './validation';

/**
 * The HTTP side of the upstream under `/api`, without its modules: every request has id, caller's address, language
 * and instant in its context; bodies are checked JSON; failures answer in Laravel's shapes.
 */
export function createApi(deps: Pick<Deps, 'config' | 'log'>): Api {
  const api = new OpenAPIHono<Env>({ defaultHook: refuseInvalid }).basePath('/api');
  api.use(async (c, next) => {
    c.set('ip', c.env.ip);
    c.set('requestId', c.env.requestId);
    c.set('language', languageOf(c.req.header('accept-language')));
    c.set('timeZone', readTimeZone(c.req.header('time-zone') ?? ''));
    c.set('now', new Date());
    c.set('socketId', socketIdOf(c.req.header('x-socket-id')));
    // Before `next`: an answer to a problem is made from the same context and keeps them.
    c.header('Cache-Control', 'no-store, private');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('X-Request-Id', c.env.requestId);
    await next();
  });
  api.use(readBody);
  api.notFound(answerUnknownRoute(api));
  api.onError(answerProblem(deps.log));
  mountDocs(api, deps.config);
  return api;
}

/** Laravel Echo's header, as pusher-js makes the id; anything else counts as none. */
export const socketIdOf = (header = '') => (/^\d{1,30}\.\d{1,30}$/.test(header) ? header : undefined);

/** The best of English and German by RFC 9110's weights; English when neither is asked for. */
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
