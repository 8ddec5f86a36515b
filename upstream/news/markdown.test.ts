import { describe, expect, it } from 'vitest';
import { BadFile } from '../club/front-matter';
import { fileOf, type Written } from './news.testing';
import { parsePostFile } from './post-file';
import { vanityUrl } from './show';

const htmlOf = (body: string) => parsePostFile(fileOf({ id: 'a', body })).text.bodyHtml;

/** Returns `line 9: why`. The text of a file begins in line 8. */
function faultOf(written: Partial<Written>): string {
  try {
    parsePostFile(fileOf({ id: 'a', ...written }));
    return 'none';
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
    return `line ${error.line}: ${error.message}`;
  }
}

describe('the Markdown of posts', () => {
  it.each([
    ['One\ntwo **bold** *slanted* `a<b`', '<p>One\ntwo <strong>bold</strong> <em>slanted</em> <code>a&lt;b</code></p>'],
    ['## Why\n\n### How', '<h2>Why</h2>\n<h3>How</h3>'],
    ['- a\n  - b', '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>'],
    ['3. a\n4. b', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['> said\n>\n> Femke', '<blockquote>\n<p>said</p>\n<p>Femke</p>\n</blockquote>'],
    ['a\n\n---\n\nb', '<p>a</p>\n<hr />\n<p>b</p>'],
    [
      '[a](/posts) [b](https://x.org/?a=1&b=2 "t") [c](mailto:a@b.org)',
      '<p><a href="/posts">a</a> <a href="https://x.org/?a=1&amp;b=2">b</a> <a href="mailto:a@b.org">c</a></p>',
    ],
    ['5 < 6 & "so"', '<p>5 &lt; 6 &amp; "so"</p>'],
    ['\\<script\\>', '<p>&lt;script&gt;</p>'],
  ])('becomes HTML, %#', (body, html) => {
    expect(htmlOf(body)).toBe(html);
  });

  it.each([
    ['One.\n\n<script>alert(1)</script>', 'line 10: HTML is not possible here'],
    ['Fine.\n\nA <b onclick="x()">b</b>', 'line 10: HTML is not possible here'],
    ['- a\n- b\n- c <img src=x onerror=alert(1)>', 'line 10: HTML is not possible here'],
    ['<svg><script>1</script></svg>', 'line 8: HTML is not possible here'],
    ['<style>p{display:none}</style>', 'line 8: HTML is not possible here'],
    ['<iframe src="https://x.org"></iframe>', 'line 8: HTML is not possible here'],
    ['<!-- a', 'line 8: HTML is not possible here'],
    ['<p><div></p', 'line 8: HTML is not possible here'],
    ['a\n[x](javascript:alert(1))', 'line 9: a link leads to /…, https://… or mailto:…, not to “javascript:alert(1)”'],
    ['[x](JaVaScRiPt:alert)', 'not to “JaVaScRiPt:alert”'],
    ['[x](data:text/html;base64,AA)', 'not to “data:text/html;base64,AA”'],
    ['[x](&#106;avascript:alert)', 'a link leads to'],
    ['[x](//x.org)', 'not to “//x.org”'],
    ['[x](/\\x.org)', 'a link leads to'],
    ['[x](http://x.org)', 'not to “http://x.org”'],
    ['[x][y]\n\n[y]: javascript:alert', 'line 10: a link is written [words](address)'],
    ['![x](data:image/svg+xml,x)', 'line 8: a picture is named in the front matter'],
    ['a\n\n```\nx\n```', 'line 10: a block of code is not possible here'],
    ['|a|b|\n|-|-|\n|c|d|', 'line 8: a table is not possible here'],
    ['# A', 'line 8: a heading has ## or ### before it'],
    ['- [ ] a', 'line 8: a box to tick is not possible here'],
    ['~~a~~', 'line 8: crossed-out text is not possible here'],
    ['a\n\n- - - - - a', 'line 10: lists and quotations may be 4 deep'],
    [`${'- '.repeat(10_000)}a`, 'line 8: lists and quotations may be 4 deep'],
    ['>'.repeat(10_000), 'line 8: lists and quotations may be 4 deep'],
    [Array.from({ length: 100 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n'), 'lists and quotations may be 4 deep'],
    ['a\u0007', 'line 8: a control character is not possible here'],
    ['a\u0001b', 'line 8: a control character is not possible here'],
    ['a\n\nb&#1;', 'line 10: &#1; is a control character, which is not possible here'],
    ['**a&#xFFFE;**', 'line 8: &#xFFFE; is a control character'],
    ['- [a](/&#x0c;b)', 'line 8: &#x0c; is a control character'],
    ['[a <https://x.org>](/a)', 'line 8: a link is not possible in another one'],
    ['[**<https://x.org>**](/a)', 'line 8: a link is not possible in another one'],
    [`fine\n\n- a\n- ${'a-_'.repeat(1000)}@`, 'line 11: a paragraph has at most 2000 characters'],
    [`fine\n\n${'a-'.repeat(151)}@`, 'line 10: a word has at most 300 characters'],
    [`fine\n\n- ${'a-'.repeat(151)}@`, 'line 10: a word has at most 300 characters'],
    [`fine\n\n${'*a '.repeat(101)}`, 'line 10: a paragraph has at most 100 of the signs'],
    [`> ${'[ '.repeat(101)}`, 'line 8: a paragraph has at most 100 of the signs'],
    ['a '.repeat(20_001), 'the text has over 40000 characters'],
    [' ', 'line 8: the text is missing'],
  ])('refuses what it cannot show, %#', (body, fault) => {
    expect(faultOf({ body })).toContain(fault);
  });

  it.each([
    ['- a\n', 'b\n', 10],
    ['1. a\n', '  b\n', 10],
    ['> - a\n', '> b\nc\n', 10],
    ['> a\n> - - a\n', 'b\n', 11],
  ])('refuses long lines that go on in a list before it reads them, %#', (begin, more, line) => {
    const body = `fine\n\n${begin}${more.repeat(30_000 / more.length)}`;
    const begun = performance.now();
    expect(faultOf({ body })).toBe(`line ${line}: a paragraph has at most 2000 characters`);
    expect(performance.now() - begun).toBeLessThan(500);
  });

  it('takes a quotation as another paragraph than the text before it', () => {
    const words = 'word '.repeat(300).trim();
    expect(htmlOf(`${words}\n> ${words}\n> ${words.slice(0, 400)}`)).toContain('</p>\n<blockquote>');
  });

  it.each([
    `${'['.repeat(99)}\n\n`.repeat(15),
    '![a](',
    `${'*a '.repeat(99)}\n\n`.repeat(20),
    `${'`'.repeat(99)}\n\n`.repeat(15),
    `${'<'.repeat(99)}\n\n`.repeat(15),
    `${'a**b'.repeat(49)}\n\n`.repeat(15),
    `${'a-_'.repeat(99)}@\n\n`.repeat(15),
    '- a\n'.repeat(10_000),
  ])('makes nothing of broken signs, %#', (body) => {
    const html = faultOf({ body }) === 'none' ? htmlOf(body) : '';
    expect(html.match(/<(?!\/?(p|em|strong|code|ul|li)>)/g)).toBeNull();
  });

  it.each([
    [{ title: '' }, 'line 5: title has words, and at most 120 characters, not “”'],
    [{ title: 'a'.repeat(121) }, 'title has words'],
    [{ teaser: 'a'.repeat(301) }, 'teaser has words'],
    [{ language: 'fr' as 'de' }, 'language is en or de'],
    [{ category: 'money' }, 'category is one of growing, club, events, technology'],
    [{ id: '../x' }, 'line 2: id is up to 80 lower case letters'],
    [{ image: '../x.jpg', alt: 'A' }, 'image is the name of a file beside this one'],
    [{ image: '/etc/passwd', alt: 'A' }, 'image is the name of a file beside this one'],
    [{ image: 'x.jpg' }, 'a picture needs an alt'],
    [{ alt: 'A picture' }, 'alt and caption belong to an image'],
    [{ pinned: 'true' as 'yes' }, 'pinned is yes or no'],
  ])('the front matter refuses %j', (written, fault) => {
    expect(faultOf(written)).toContain(fault);
  });

  it('tells how long it takes to read', () => {
    const minutes = (words: number) =>
      parsePostFile(fileOf({ id: 'a', body: 'Wort '.repeat(words).replace(/(.{1000})/g, '$1\n\n') })).text
        .readingMinutes;
    expect([minutes(1), minutes(299), minutes(301), minutes(1000)]).toEqual([1, 1, 2, 5]);
  });
});

describe('the words of an address', () => {
  it.each([
    ['Haus 3: Die neue Bewässerung läuft', 'haus-3-die-neue-bewaesserung-laeuft'],
    ['Café “Größe” – 5 €', 'cafe-groesse-5'],
    ['¿?', 'post'],
    ['wort '.repeat(40), `${'wort-'.repeat(16)}`.slice(0, -1)],
  ])('of %j', (title, url) => {
    expect(vanityUrl(title)).toBe(url);
  });
});
