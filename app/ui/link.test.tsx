import { type LinkProps, Link as RouterLink } from '@remix-run/react';
import { useId } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom/server';
import { describe, expect, it } from 'vitest';
import { Link } from './link';

/** Has an id that React makes from its place in the tree. */
const Numbered = () => <b id={useId()} />;

const write = (Kind: typeof Link, props: LinkProps) =>
  renderToString(
    <StaticRouter location="/financial/transactions?page=2">
      <Kind className="crumb" {...props}>
        Orders <Numbered />
      </Kind>
    </StaticRouter>,
  );

describe('the link of the server is that of the router', () => {
  it.each([
    ...[
      '/',
      '/financial',
      '/financial/',
      '/financial//orders',
      '//example.org',
      '/financial/../settings',
      '/a b',
      '/ü',
    ],
    ...[
      '/orders?state=open#all',
      '/orders?name=a.b',
      '/%C3%BC?q=%20+&x="<>',
      '/posts/1#',
      '/posts/1?',
      '?page=3',
      '#all',
    ],
    ...[
      '..',
      '.',
      'orders',
      '',
      'https://example.org/a',
      'mailto:a@example.org',
      '/\\example.org',
      '/a\tb',
      '/a?b?c#d#e',
    ],
  ])('to %j', (to) => {
    expect(write(Link, { to })).toBe(write(RouterLink, { to }));
  });

  it.each<Partial<LinkProps>>([
    { prefetch: 'intent' },
    { reloadDocument: true },
    { replace: true, state: { from: 'here' }, preventScrollReset: true },
    { discover: 'none' },
    { discover: 'render' },
    { target: '_blank', rel: 'noopener', 'aria-current': 'page', hidden: true, onClick: () => {} },
  ])('with %j', (props) => {
    expect(write(Link, { to: '/financial', ...props })).toBe(write(RouterLink, { to: '/financial', ...props }));
  });
});
