import { describe, expect, it } from 'vitest';
import { BadMarkdown, renderMarkdown, textOfHtml } from './markdown';
import { markWords, wordsIn } from './words';

describe('Markdown of an answer', () => {
  it.each([
    ['One.\nStill one.\n\nTwo.', '<p>One.\nStill one.</p><p>Two.</p>'],
    ['- a\n- b\n  goes on\n\n- c', '<ul><li>a</li><li>b\ngoes on</li><li>c</li></ul>'],
    ['Before:\n1. a\n2) b\n\nAfter', '<p>Before:</p><ol><li>a</li><li>b</li></ol><p>After</p>'],
    ['Die Bank öffnet am\n3. Mai wieder.', '<p>Die Bank öffnet am\n3. Mai wieder.</p>'],
    ['## Steps\nText', '<h3>Steps</h3><p>Text</p>'],
    ['**a *b* c** and _d_ and *e*', '<p><strong>a <em>b</em> c</strong> and <em>d</em> and <em>e</em></p>'],
    ['snake_case_word and 2 * 3 * 4', '<p>snake_case_word and 2 * 3 * 4</p>'],
    ['`**<b>**` and \\*not\\*', '<p><code>**&lt;b&gt;**</code> and *not*</p>'],
    ['[**All** ways](/financial?a=1&b=2#c)', '<p><a href="/financial?a=1&amp;b=2#c"><strong>All</strong> ways</a></p>'],
    [
      '[x](https://example.org/a) [y](mailto:a@b.de)',
      '<p><a href="https://example.org/a">x</a> <a href="mailto:a@b.de">y</a></p>',
    ],
    ['a\r\n\r\nb'.replaceAll('\r', ''), '<p>a</p><p>b</p>'],
  ])('%j becomes %s', (text, html) => {
    expect(renderMarkdown(text)).toBe(html);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '**<b onclick="x">y</b>**',
    '- <iframe srcdoc="<p>">',
    '## <svg/onload=1>',
    '[<i>x</i>](/a"onmouseover="alert`1`)',
    '[x](https://a.b/"><script>)',
    '`</code><script>`',
    '&lt;script&gt; &#60;b&#62;',
    '\\<b\\>',
  ])('shows %j as text', (text) => {
    const html = renderMarkdown(text);
    const tags = html.match(/<[^>]*>/g) ?? [];
    expect(
      tags.filter((tag) => !/^<\/?(p|ul|ol|li|h3|strong|em|code)>$|^<a href="[^"<>]*">$|^<\/a>$/.test(tag)),
    ).toEqual([]);
    expect(html.replace(/<[^>]*>/g, '')).not.toMatch(/[<>]/);
  });

  it.each([
    ['a\n\n![x](/y.png)', 3, 'a picture is not possible'],
    ['a\nb [x](javascript:alert(1))', 2, 'a link is not complete'],
    ['[x](javascript:alert)', 1, 'not to “javascript:alert”'],
    ['[x](//evil.example)', 1, 'a link leads to'],
    ['[x](/\\evil.example)', 1, 'a link leads to'],
    ['[x](http://example.org)', 1, 'a link leads to'],
    ['[x](data:text/html,x)', 1, 'a link leads to'],
    ['a\n\n**b', 3, '** is not closed'],
    ['# One', 1, 'a heading has ##'],
    ['a\n\n```\nb\n```', 3, 'a block of code'],
    ['> a', 1, 'a quotation'],
    ['| a | b |', 1, 'a table'],
    ['- a\n  - b', 2, 'a list inside a list'],
    ['a\n---', 2, 'a line of signs'],
    ['a\n\n***\n\nb', 3, 'a line of signs'],
  ])('refuses %j in line %i: %s', (text, line, message) => {
    const fault = (() => {
      try {
        return renderMarkdown(text);
      } catch (error) {
        return error as BadMarkdown;
      }
    })();
    expect(fault).toBeInstanceOf(BadMarkdown);
    expect(fault).toMatchObject({ line, message: expect.stringContaining(message) });
  });

  it('as text has what members read, without entities', () => {
    expect(textOfHtml(renderMarkdown('A & **B** <i>'))).toBe(' A & B <i> '.replace('B', ' B '));
  });
});

describe('words', () => {
  it('are letters and digits of any language, in lower case', () => {
    expect(wordsIn('Größe: 2FA/ÜBER-weisung, Kon\u00adto “naïve” u\u0308')).toEqual([
      ...['größe', '2fa', 'über', 'weisung', 'konto', 'naïve', 'ü'],
    ]);
    expect(wordsIn('?!')).toEqual([]);
  });

  it('are marked in text, never in a tag, an attribute or an entity', () => {
    const html = '<p>P amp &amp; <a href="/p/amp?a&amp;strong">Amp</a> ampere <strong>strong</strong> a&#39;b</p>';
    const words = new Set(['p', 'amp', 'strong', 'a', '39', 'href']);
    expect(markWords(html, words)).toBe(
      '<p><mark>P</mark> <mark>amp</mark> &amp; <a href="/p/amp?a&amp;strong"><mark>Amp</mark></a> ampere ' +
        '<strong><mark>strong</mark></strong> <mark>a</mark>&#39;b</p>',
    );
  });
});
