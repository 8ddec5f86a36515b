import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Logger } from 'pino';
import { describeFailure, isTooSlow, isUnavailable } from '../database/failures';
import type { Api, Env } from './env';
import { HttpProblem, InvalidFields, ServiceUnavailable, TooMuch } from './problems';
import { summarise } from './validation.texts';

/** Returns the handler that writes all failures in Laravel 11's shape. Of an unexpected one, only the id is shown. */
export function answerProblem(log: Logger) {
  return (error: unknown, c: Context<Env>): Response => {
    const problem = asProblem(error, c, log);
    const message = problem instanceof InvalidFields ? summarise(problem.errors, c.get('language')) : problem.message;
    return c.json({ message, ...problem.body }, problem.status, problem.headers);
  };
}

function asProblem(error: unknown, c: Context<Env>, log: Logger): HttpProblem {
  if (error instanceof HttpProblem && error.status < 500) return error;
  if (error instanceof HTTPException && error.status < 500) {
    return new HttpProblem(error.status === 415 ? 415 : 400, error.status === 415 ? error.message : 'Bad Request');
  }
  const about = { requestId: c.env.requestId, method: c.req.method, route: c.req.routePath, ...describeFailure(error) };
  if (isUnavailable(error)) {
    log.error(about, 'the database does not answer');
    return new ServiceUnavailable();
  }
  log.error(about, 'request failed');
  if (isTooSlow(error)) return new TooMuch();
  if (error instanceof HttpProblem) return error;
  return new HttpProblem(500, 'Server Error');
}

/**
 * Answers 405 if the path exists for other methods, otherwise 404. The text is Laravel's, which has no leading slash.
 */
export function answerUnknownRoute(api: Api) {
  return (c: Context<Env>): Response => {
    const path = c.req.path.replace(/^\/+/, '');
    const methods = methodsOf(api, c.req.path);
    if (methods.length === 0) return c.json({ message: `The route ${path} could not be found.` }, 404);
    const allowed = methods.join(', ');
    const message = `The ${c.req.method} method is not supported for route ${path}. Supported methods: ${allowed}.`;
    return c.json({ message }, 405, { Allow: allowed });
  };
}

function methodsOf(api: Api, path: string): string[] {
  const methods = api.routes.filter((route) => route.method !== 'ALL' && matches(route.path, path));
  const names = new Set(methods.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
  return [...names];
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index]);
}
