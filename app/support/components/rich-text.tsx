import { Link } from '@remix-run/react';
import { createElement, Fragment } from 'react';
import { type RichNode, readRichText } from '../rich-text';

/**
 * The text of HTML with simple markup, as elements of React. Whatever else the HTML holds is left out. Links of this
 * site open without a page load.
 */
export function RichText({ html }: { html: string }) {
  return <RichNodes nodes={readRichText(html)} />;
}

function RichNodes({ nodes }: { nodes: RichNode[] }) {
  // Passed one by one, they need no keys.
  return createElement(Fragment, null, ...nodes.map(render));
}

function render(node: RichNode) {
  if (typeof node === 'string') return node;
  if (isLink(node)) {
    const [, { href }, ...children] = node;
    const content = <RichNodes nodes={children} />;
    return href.startsWith('/') ? <Link to={href}>{content}</Link> : <a href={href}>{content}</a>;
  }
  const [tag, ...children] = node;
  return tag === 'br' ? <br /> : createElement(tag, null, <RichNodes nodes={children as RichNode[]} />);
}

type LinkNode = Extract<RichNode, ['a', ...unknown[]]>;
const isLink = (node: Exclude<RichNode, string>): node is LinkNode => node[0] === 'a';
