/** The calls of an OpenAPI document, with each reference replaced by what it names. */
import type { Operation } from './requests.testing';
import type { Schema } from './values.testing';

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export function listOperations({ paths, components }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, { parameters, requestBody, ...operation }]) => ({
      ...operation,
      method,
      path,
      known: [],
      ...resolved({ parameters, requestBody }, components.schemas),
    })),
  );
}

/** No schema of a request refers to itself. */
function resolved<T>(value: T, schemas: Record<string, Schema>): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => resolved(each, schemas)) as T;
  if ('$ref' in value) return resolved(schemas[String(value.$ref).split('/').at(-1) ?? ''] as T, schemas);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner, schemas)])) as T;
}

/** Returns the ids, labels and other names in an answer. */
export function namesIn(answer: unknown): (string | number)[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const found = Object.entries(answer).flatMap(([key, value]) =>
    /(^|_)(id|label|slug|code|key|number)$/.test(key) && ['string', 'number'].includes(typeof value)
      ? [value as string | number]
      : namesIn(value),
  );
  return [...new Set(found)];
}
