import { describe, expect, it } from 'vitest';
import { isVoid, type RichNode, readRichText } from './read-rich-text';

/** Writes what the page would. */
const write = (nodes: readonly RichNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string')
        return node.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      const [tag, { href, start }, ...inner] = node;
      const attributes = href ? ` href="${href.replaceAll('&', '&amp;')}"` : start ? ` start="${start}"` : '';
      return isVoid(tag) ? `<${tag}>` : `<${tag}${attributes}>${write(inner)}</${tag}>`;
    })
    .join('');
const shown = (html: string) => write(readRichText(html));

describe('rich text', () => {
  it('has paragraphs, lists, marks and links, with links of this site as its own', () => {
    const html =
      '<p>A &amp; <strong>b <mark>c</mark></strong><br>d</p><ul><li><em>e</em></li></ul><h3>f</h3>' +
      '<p><a href="/financial?a=1&amp;b=2">g</a> <a href="https://example.org/">h</a></p>';
    expect(shown(html)).toBe(html);
  });

  it('has headings, quotations, lines and lists that begin later', () => {
    const html = '<h2>a</h2><blockquote><p>b</p></blockquote><hr><ol start="3"><li>c</li></ol><ol><li>d</li></ol>';
    expect(shown(html)).toBe(html);
    expect(shown('<hr />a')).toBe('<hr>a');
  });

  it.each([
    ['<script>alert(1)</script>ok', 'ok'],
    ['<p onclick="x">a</p>', '<p>a</p>'],
    ['<img src=x onerror=alert(1)>a', 'a'],
    ['<a href="javascript:alert(1)">a</a>', '<em>a</em>'],
    ['<a href="JAVASCRIPT&#58;alert(1)">a</a>', '<em>a</em>'],
    ['<a href="//evil.example">a</a>', '<em>a</em>'],
    ['<a href="/\t/evil.example">a</a>', '<em>a</em>'],
    ['<a title="x" href="/a" target="_blank">a</a>', '<a href="/a">a</a>'],
    ['<svg><script>x</script></svg><style>p{}</style>b', 'b'],
    ['<a href="javascript:x">a</a>b', '<em>a</em>b'],
    ['<ol start="x" onclick="y"><li>a</li></ol>', '<ol><li>a</li></ol>'],
    ['<div><p>a<p>b</div>c', '<p>a<p>bc</p></p>'],
    ['a < b <!-- <p> --> c', 'a &lt; b  c'],
    ['</p></ul>a', 'a'],
    ['&lt;b&gt;', '&lt;b&gt;'],
    ['<p', '&lt;p'],
  ])('of %j is %s', (html, safe) => {
    expect(shown(html)).toBe(safe);
  });
});
