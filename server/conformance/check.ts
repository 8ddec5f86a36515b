/** Asks a back end for each call of the contract, and compares what it answers. Rules: docs/upstream.md. */
import type { RouteConfig, z } from '@hono/zod-openapi';
import { completePages, flattenPage } from '../../app/platform/page/paginator.server';
import { type Difference, readAnswer } from '../../app/platform/request/answer.server';
import { saysMissing } from '../../app/platform/request/missing-calls.server';
import { allCalls, type Level, levelOf } from '../../upstream/contract/levels';

export interface Asked {
  /** Base of the calls, with `/api` or what takes its place. */
  url: string;
  /** The bearer token of a member. */
  token: string;
  /** The Content-Type of a body, as the web app sends it. */
  mediaType: string;
  /** Also makes the calls that write, each with an empty body, which must be refused. */
  write: boolean;
}

export type Verdict = 'works' | 'differs' | 'missing' | 'refused' | 'not tried';

export interface Finding {
  call: string;
  /** The step of docs/upstream.md that needs the call. */
  level: Level;
  verdict: Verdict;
  status: number | null;
  /** Why it differs, was refused or was not tried; empty if it works. */
  why: string;
  differences: Difference[];
}

type Ids = Map<string, Record<string, unknown>>;

const isReading = ({ method }: RouteConfig) => method === 'get';

/** Returns a finding for each call, in the order of the contract. Lists are asked first: they name what others show. */
export async function checkBackEnd(asked: Asked): Promise<Finding[]> {
  const rows: Ids = new Map();
  const found = new Map<RouteConfig, Finding>();
  const byIds = (route: RouteConfig) => route.path.split('{').length;
  const reading = allCalls.filter(isReading).sort((one, other) => byIds(one) - byIds(other));
  for (const route of reading) found.set(route, await checkReading(asked, route, rows));
  for (const route of allCalls.filter((one) => !isReading(one))) found.set(route, await checkWriting(asked, route));
  return allCalls.flatMap((route) => found.get(route) ?? []);
}

async function checkReading(asked: Asked, route: RouteConfig, rows: Ids): Promise<Finding> {
  const path = pathOf(route, rows);
  if (path === null) return findingOf(route, 'not tried', null, 'no list gave an id for it');
  if (needsQuery(route)) return findingOf(route, 'not tried', null, 'needs values that only a member has');
  const answer = await send(asked, route, path);
  if (!answer.ok) return refusalOf(route, answer);
  const schema = schemaOf(route, answer.status);
  if (!schema) return findingOf(route, 'works', answer.status);
  const body = completePages(flattenPage(answer.body));
  const read = readAnswer(schema, body);
  if (!read.ok) return { ...findingOf(route, 'differs', answer.status), differences: read.differences };
  const first = firstRowOf(read.data);
  if (first) rows.set(route.path, first);
  return findingOf(route, 'works', answer.status);
}

/** A call with required fields refuses an empty body as Laravel does, and nothing is written. Others are left alone. */
async function checkWriting(asked: Asked, route: RouteConfig): Promise<Finding> {
  if (!asked.write) return findingOf(route, 'not tried', null, 'writes; see --write');
  if (route.path.includes('{') || !refusesNothing(route))
    return findingOf(route, 'not tried', null, 'would change something');
  const answer = await send(asked, route, route.path, '{}');
  if (answer.status !== 422)
    return answer.ok ? findingOf(route, 'differs', answer.status, 'took an empty body') : refusalOf(route, answer);
  const errors = (answer.body as { errors?: unknown } | null)?.errors;
  const isOfLaravel = typeof errors === 'object' && errors !== null && !Array.isArray(errors);
  return isOfLaravel
    ? findingOf(route, 'works', 422)
    : findingOf(route, 'differs', 422, 'a refusal without `errors` by field');
}

interface Answer {
  ok: boolean;
  status: number;
  /** Undefined if it is no JSON. */
  body: unknown;
}

async function send(
  { url, token, mediaType }: Asked,
  route: RouteConfig,
  path: string,
  body?: string,
): Promise<Answer> {
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    ...(body && { 'content-type': mediaType }),
  };
  try {
    const init = {
      method: route.method.toUpperCase(),
      headers,
      redirect: 'manual' as const,
      signal: AbortSignal.timeout(10_000),
      ...(body && { body }),
    };
    const response = await fetch(url.replace(/\/$/, '') + path, init);
    const text = await response.text();
    return { ok: response.ok, status: response.status, body: parse(text) };
  } catch {
    return { ok: false, status: 0, body: undefined };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalOf(route: RouteConfig, { status, body }: Answer): Finding {
  const message = (body as { message?: unknown } | null | undefined)?.message;
  if (status === 0) return findingOf(route, 'missing', null, 'no answer: not reachable, or slower than ten seconds');
  if (status >= 500 && status !== 501) return findingOf(route, 'differs', status, 'failed');
  if (status >= 300 && status < 400)
    return findingOf(route, 'differs', status, 'redirects, and the web app follows no redirect');
  if (saysMissing(route, status, body)) return findingOf(route, 'missing', status);
  return findingOf(route, 'refused', status, typeof message === 'string' ? message : '');
}

const findingOf = (route: RouteConfig, verdict: Verdict, status: number | null, why = ''): Finding => ({
  call: `${route.method.toUpperCase()} ${route.path}`,
  level: levelOf(route.operationId),
  ...{ verdict, status, why, differences: [] },
});

/** Fills the ids of a path from the lists before it: `/news/posts/{id}` from the first row of `/news/posts`. */
function pathOf(route: RouteConfig, rows: Ids): string | null {
  let path = route.path;
  for (const [placeholder, name = ''] of route.path.matchAll(/\{(\w+)\}/g)) {
    const list = route.path.slice(0, route.path.indexOf(placeholder) - 1);
    const value = name === 'kind' ? 'unread' : valueIn(rows.get(list) ?? {}, name, list);
    if (typeof value !== 'string' && typeof value !== 'number') return null;
    path = path.replace(placeholder, encodeURIComponent(value));
  }
  return path;
}

/** The row of `/wallet/orders` names its `label` as `order_label`. */
function valueIn(row: Record<string, unknown>, name: string, list: string): unknown {
  const things = list.slice(list.lastIndexOf('/') + 1);
  const isIts = (key: string) => key.endsWith(`_${name}`) && things.startsWith(key.slice(0, -name.length - 1));
  return row[name] ?? row[Object.keys(row).find(isIts) ?? ''];
}

const needsQuery = ({ request }: RouteConfig): boolean =>
  request?.query !== undefined && !(request.query as z.ZodType).safeParse({}).success;

const refusesNothing = ({ request }: RouteConfig): boolean => {
  const schema = (request?.body?.content['application/json'] as { schema?: z.ZodType } | undefined)?.schema;
  return schema !== undefined && !schema.safeParse({}).success;
};

function schemaOf({ responses }: RouteConfig, status: number): z.ZodType | undefined {
  const answer = responses[status] as { content?: Record<string, { schema: z.ZodType }> } | undefined;
  return answer?.content?.['application/json']?.schema;
}

function firstRowOf(answer: unknown): Record<string, unknown> | undefined {
  const rows = Array.isArray(answer) ? answer : (answer as { data?: unknown } | null)?.data;
  return Array.isArray(rows) ? (rows[0] as Record<string, unknown> | undefined) : undefined;
}
