import { createElement, Fragment } from 'react';
import { Link } from './link';
import { isVoid, type RichNode, readRichText } from './read-rich-text';

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
  const [tag, attributes, ...children] = node;
  if (isVoid(tag)) return createElement(tag);
  const content = <RichNodes nodes={children} />;
  const { href } = attributes;
  return href?.startsWith('/') ? <Link to={href}>{content}</Link> : createElement(tag, attributes, content);
}
