import type { ComponentProps, FunctionComponent, ReactElement } from 'react';
import { createRef } from 'react';
import * as react from 'react/jsx-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { jsx } from './jsx-runtime';

const Name: FunctionComponent<ComponentProps<'b'>> = ({ title, children }) => <b title={title}>{children}</b>;
const WithDefault: typeof Name = (props) => <Name {...props} />;
WithDefault.defaultProps = { title: 'default' };

it.each<[string, Parameters<typeof jsx>]>([
  ['a tag', ['p' as unknown as FunctionComponent, { className: 'a', children: 'text' }]],
  ['a tag with a key', ['p' as unknown as FunctionComponent, { children: ['a', 'b'] }, 'k']],
  ['a key among the properties', ['p' as unknown as FunctionComponent, { key: 7, id: 'a' }]],
  ['a ref', ['p' as unknown as FunctionComponent, { ref: createRef(), id: 'a' }]],
  ['a component', [Name, { title: 'a', children: 'b' }]],
  ['a component with default properties', [WithDefault, { children: 'b' }]],
])('makes the same element of %s as React', (_, [type, props, key]) => {
  const made = jsx(type, props, key);
  const ofReact = react.jsx(type, props, key);
  const parts = ({ type, key, props, ...rest }: ReactElement) => ({ type, key, props, ref: 'ref' in rest && rest.ref });
  expect(parts(made)).toEqual(parts(ofReact));
  expect(renderToStaticMarkup(made)).toBe(renderToStaticMarkup(ofReact));
});
