import { createElement as h } from 'react';

const ITEMS = 99;

/** The same 300 elements for every server: a heading in a frame, and 99 items of three elements each. */
export const Tree = () =>
  h(
    'main',
    { className: 'page' },
    h('h1', null, 'Three hundred elements'),
    h(
      'ul',
      { className: 'list' },
      Array.from({ length: ITEMS }, (_, i) =>
        h(
          'li',
          { key: i, className: 'item' },
          h('a', { href: `/items/${i}` }, `Item ${i}`),
          h('span', { className: 'muted' }, `The ${i}th of them, with a line of text beside it`),
        ),
      ),
    ),
  );
