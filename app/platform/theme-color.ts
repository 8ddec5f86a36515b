import type { Display } from './display';

/** `--paper` of tokens.css, which the top bar has: what a phone paints around the page. */
export const PAPER = { light: '#f6f1e6', dark: '#14160f' };

/** The colour for a system that prefers light, and for one that prefers dark: the same where the member chose one. */
export function themeColors(scheme: Display['scheme']): [whenLight: string, whenDark: string] {
  return scheme === 'system' ? [PAPER.light, PAPER.dark] : [PAPER[scheme], PAPER[scheme]];
}
