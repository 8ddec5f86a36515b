import type { Display } from './display';

/** `--paper` of tokens.css, the colour of the top bar. A phone paints it around the page. */
export const PAPER = { light: '#f6f1e6', dark: '#14160f' };

/** Returns the colours for systems that prefer light and dark. They are the same if the member chose a scheme. */
export function themeColors(scheme: Display['scheme']): [whenLight: string, whenDark: string] {
  return scheme === 'system' ? [PAPER.light, PAPER.dark] : [PAPER[scheme], PAPER[scheme]];
}
