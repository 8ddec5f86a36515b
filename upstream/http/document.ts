/** Completes the document that the generator makes of the contract. */
import { levelOf } from '../contract/levels';
import type { ApiDocument } from './docs.page';

interface Call {
  operationId?: string;
  responses: Record<string, object>;
}

/** Adds to each call the step of a back end of one's own that needs it, and the failures that `readBody` throws. */
export function amend(document: ApiDocument): ApiDocument {
  for (const calls of Object.values(document.paths ?? {}))
    for (const [method, call] of Object.entries(calls as unknown as Record<string, Call>)) {
      Object.assign(call, { 'x-needed-to': levelOf(call.operationId) });
      call.responses = { ...(method === 'get' ? failuresOfAddress : failuresOfBody), ...call.responses };
    }
  return admitNull(document) as ApiDocument;
}

const problem = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const failuresOfAddress = { 400: problem('The address holds a NUL character') };

/** A call without a body has them too, because its sender may add one. */
const failuresOfBody = {
  400: problem('The body is not JSON in UTF-8, or body or address hold a NUL character'),
  413: problem('The body is too large'),
  415: problem('The body is not JSON, or is compressed'),
};

/** The generator writes a named object that may be null as one that is that object and may be null, so never null. */
function admitNull(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(admitNull);
  const { allOf } = value as { allOf?: { $ref?: string; type?: unknown }[] };
  const [named, other, ...more] = allOf ?? [];
  const isNullable = named?.$ref && Array.isArray(other?.type) && Object.keys(other).length === 1 && more.length === 0;
  if (isNullable) return { anyOf: [named, { type: 'null' }] };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, admitNull(inner)]));
}
