/**
 * Requests for each call of the OpenAPI document: values at and beyond the bounds of their types, and random ones. The
 * same seed makes the same requests.
 */
import fc from 'fast-check';
import { hostile, type Schema, valuesOf } from './values.testing';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

export interface Operation {
  method: string;
  path: string;
  operationId: string;
  responses: Record<string, unknown>;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  /** What the list above this call named, for its path. */
  known: (string | number)[];
}

export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

/** An undefined value is left out, a list in a query is repeated. */
interface Parts {
  parameters: Record<string, unknown>;
  fields: unknown;
}

/** Returns a request for each boundary of each value, in which all other values are good. */
export function boundaryRequests(operation: Operation, seed: number): FuzzRequest[] {
  const [good] = fc.sample(goodParts(operation, { optional: false }), { seed, numRuns: 1 }) as [Parts];
  const parameters = operation.parameters ?? [];
  const wrong = parameters.flatMap(({ name, schema }) =>
    [...valuesOf(schema).bounds, undefined, ['1', '2']].map((value) => ({
      ...good,
      parameters: { ...good.parameters, [name]: value },
    })),
  );
  const inBody = Object.entries(bodyOf(operation)?.properties ?? {}).flatMap(([name, schema]) =>
    [...valuesOf(schema).bounds, undefined].map((value) => ({
      ...good,
      fields: { ...(good.fields as object), [name]: value },
    })),
  );
  return [good, ...wrong, ...inBody].map((parts) => write(operation, parts));
}

/** Returns random requests, most of them near good ones: a call that refuses its first value looks at no other. */
export function randomRequests(operation: Operation, seed: number, count: number): FuzzRequest[] {
  const request = fc.tuple(
    goodParts(operation, { optional: true }),
    fc.array(change(operation), { minLength: 1, maxLength: 3 }),
  );
  return fc
    .sample(request, { seed, numRuns: count })
    .map(([parts, changes]) => changes.reduce((changed, { apply }) => apply(changed), parts))
    .map((parts) => write(operation, parts));
}

/** Bodies that are no JSON object, or no JSON. */
const rawBodies = ['', '[]', 'null', '"\\ud800"', '1e999', '{', '{"__proto__":1}', '{"a":"\\u0000"}', '9'.repeat(400)];

const otherTypes = ['text/plain', 'application/xml', 'multipart/form-data', 'multipart/form-data; boundary=x'];

/** Returns some requests whose body is not what the call expects, or has another type. */
export function brokenBodies(operation: Operation, seed: number, count: number): FuzzRequest[] {
  const [parts] = fc.sample(goodParts(operation, { optional: true }), { seed, numRuns: 1 }) as [Parts];
  const good = write(operation, parts);
  if (good.body === undefined) return operation.method === 'get' ? [] : [{ ...good, body: '{"unknown":1}' }];
  const broken = [
    ...[...rawBodies, Uint8Array.of(0x7b, 0x22, 0xff, 0xfe)].map((body) => ({ ...good, body })),
    ...otherTypes.map((type) => ({ ...good, headers: { ...good.headers, 'content-type': type } })),
    { ...good, headers: { ...good.headers, 'content-encoding': 'gzip' } },
  ];
  const ofCall = seed + [...operation.operationId].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return (
    fc.sample(fc.shuffledSubarray(broken, { minLength: count, maxLength: count }), { seed: ofCall, numRuns: 1 })[0] ??
    []
  );
}

const bodyOf = ({ requestBody }: Operation): Schema | undefined => requestBody?.content['application/json']?.schema;

/**
 * Good values of everything, or of what is required alone: of a list without filters, each filter is looked at by itself.
 */
function goodParts(operation: Operation, { optional }: { optional: boolean }): fc.Arbitrary<Parts> {
  const left = fc.constant(undefined);
  const parameters = (operation.parameters ?? []).map(({ name, required, schema, ...parameter }) => {
    const { good } = valuesOf(schema);
    if (parameter.in === 'path' && operation.known.length > 0)
      return [
        name,
        fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...operation.known) }, { weight: 1, arbitrary: good }),
      ];
    return [name, required ? good : optional ? fc.option(good, { nil: undefined }) : left];
  });
  const schema = bodyOf(operation);
  return fc.record({
    parameters: fc.record(Object.fromEntries(parameters)),
    fields: schema ? (optional ? valuesOf(schema) : requiredOf(schema)).good : left,
  });
}

const requiredOf = ({ properties = {}, required = [] }: Schema) =>
  valuesOf({
    type: 'object',
    properties: Object.fromEntries(required.map((name) => [name, properties[name] ?? {}])),
    required,
  });

function change(operation: Operation): fc.Arbitrary<{ apply: (parts: Parts) => Parts }> {
  const ofParameters = (operation.parameters ?? []).map(({ name, schema }) =>
    fc
      .oneof(hostile, fc.constantFrom(...valuesOf(schema).bounds), fc.array(hostile, { maxLength: 3 }))
      .map((value) => ({
        apply: (parts: Parts) => ({ ...parts, parameters: { ...parts.parameters, [name]: value } }),
      })),
  );
  const ofFields = Object.entries(bodyOf(operation)?.properties ?? {}).map(([name, schema]) =>
    fc
      .oneof(hostile, fc.constantFrom(...valuesOf(schema).bounds), fc.array(hostile, { maxLength: 3 }))
      .map((value) => ({
        apply: (parts: Parts) => ({ ...parts, fields: { ...(parts.fields as object), [name]: value } }),
      })),
  );
  const unknown = fc
    .tuple(fc.constantFrom('unknown', '__proto__', 'q[]', 'page', ''), hostile)
    .map(([name, value]) => ({
      apply: (parts: Parts) => ({ ...parts, parameters: { ...parts.parameters, [`?${name}`]: value } }),
    }));
  return fc.oneof(unknown, ...ofParameters, ...ofFields);
}

function write({ method, path, parameters = [], ...operation }: Operation, parts: Parts): FuzzRequest {
  let address = path;
  const query: string[] = [];
  const headers: Record<string, string> = {};
  for (const { name, in: place } of parameters) {
    const value = parts.parameters[name];
    if (place === 'path') address = address.replace(`{${name}}`, written(value ?? '') || '-');
    else if (place === 'header' && value !== undefined) headers[name] = String(value).replace(/[^\x20-\x7e]/g, '?');
    else if (place === 'query') query.push(...pairsOf(name, value));
  }
  for (const [name, value] of Object.entries(parts.parameters))
    if (name.startsWith('?')) query.push(...pairsOf(name.slice(1), value));
  const hasBody = operation.requestBody !== undefined;
  if (hasBody) headers['content-type'] = 'application/json';
  return {
    method: method.toUpperCase(),
    path: query.length > 0 ? `${address}?${query.join('&')}` : address,
    headers,
    body: hasBody ? JSON.stringify(parts.fields ?? {}) : undefined,
  };
}

const pairsOf = (name: string, value: unknown): string[] =>
  value === undefined ? [] : [value].flat().map((one) => `${written(name)}=${written(one)}`);

/** A lone surrogate has no UTF-8. Its bytes, as a careless program writes them, are sent in its place. */
function written(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const parts = text.split(/(\p{Surrogate})/u);
  return parts.map((part) => (/^\p{Surrogate}$/u.test(part) ? '%ED%A0%80' : encodeURIComponent(part))).join('');
}
