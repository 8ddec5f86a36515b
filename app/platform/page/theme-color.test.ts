import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PAPER, themeColors } from './theme-color';

it('is the paper of the design’s tokens, in both schemes', () => {
  const tokens = readFileSync(new URL('../../ui/css/tokens.css', import.meta.url), 'utf8');
  const papers = [...tokens.matchAll(/--paper: (#\w+);/g)].map(([, color]) => color);
  expect([...new Set(papers)]).toEqual([PAPER.light, PAPER.dark]);
});

it('follows the system unless the member chose a scheme', () => {
  expect(themeColors('system')).toEqual([PAPER.light, PAPER.dark]);
  expect(themeColors('dark')).toEqual([PAPER.dark, PAPER.dark]);
  expect(themeColors('light')).toEqual([PAPER.light, PAPER.light]);
});
