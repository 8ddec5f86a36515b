import { pino } from 'pino';
import { expect, it } from 'vitest';
import { describeContract } from './contract-docs';

const api = describeContract({ productName: 'Almende' }, pino({ level: 'silent' }));
const documentOf = async () => (await api.request('/api/openapi.json', {}, { ip: null, requestId: 'r' })).json();

it('names the failures of an address at each call, and those of a body where a call may have one', async () => {
  const { paths } = await documentOf();
  for (const [path, calls] of Object.entries<Record<string, { responses: object }>>(paths))
    for (const [method, { responses }] of Object.entries(calls))
      expect(Object.keys(responses), `${method} ${path}`).toEqual(
        expect.arrayContaining(method === 'get' ? ['400'] : ['400', '413', '415']),
      );
});

it('admits null where an answer may have it', async () => {
  const { components } = await documentOf();
  const { Header, Post } = components.schemas;
  for (const [schema, name] of [
    [Header.properties.ghost, 'Ghost'],
    [Post.properties.next, 'PostLink'],
  ])
    expect(schema).toEqual({ anyOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'null' }] });
});
