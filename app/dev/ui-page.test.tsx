import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { UiPage } from './ui-page';

vi.mock('@remix-run/react', () => ({
  Link: ({ to, ...link }: { to: string }) => <a href={to} {...link} />,
}));

describe('/ui', () => {
  const texts = {
    en: JSON.parse(readFileSync('public/locales/en/common.json', 'utf8')),
    de: JSON.parse(readFileSync('public/locales/de/common.json', 'utf8')),
  };
  const html = renderToStaticMarkup(<UiPage texts={texts} />);

  it('has no inline style, which the content policy would drop', () => {
    expect(html).not.toMatch(/ style=/);
  });

  it('gives every id once, and points only to ids that exist', () => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const named = [...html.matchAll(/ (?:for|aria-labelledby|aria-describedby|aria-controls)="([^"]+)"/g)];
    const targets = named.flatMap(([, list = '']) => list.split(' '));
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  });

  it('translates every part', () => {
    expect(html).not.toMatch(/>\s*(ui|form)\.[a-z_.]+/);
  });
});
