import { createElement, type FunctionComponent, type Key, type ReactElement } from 'react';

export { Fragment } from 'react';
export { makeElement as jsx, makeElement as jsxs };

/**
 * Takes the place of `react/jsx-runtime` in the build of the server. React 18 copies the properties of each element,
 * although the compiler has just made them for it. React 19 does not.
 */
function makeElement(type: FunctionComponent, props: Props, key?: Key): ReactElement {
  if (key !== undefined) return createElement(type, { ...props, key });
  if (props.key !== undefined || props.ref !== undefined || type.defaultProps) return createElement(type, props);
  return { $$typeof: ELEMENT, type, key: null, ref: null, props, _owner: null } as unknown as ReactElement;
}

type Props = Record<string, unknown>;

const ELEMENT = Symbol.for('react.element');
