import stylesheet from '../ui/ui.css?url';
import { displaySheet } from './display-sheet';
import { env } from './env.server';
import { localesVersion } from './i18n.server';
import type { RequestContext } from './request-context.server';
import { themeColors } from './theme-color';

interface Page {
  /** The rendered container, with the scripts that `<Scripts>` wrote after it. */
  body: string;
  title: string;
  isErrorPage: boolean;
}

/** The document around the container that React hydrates. */
export function writePage(
  { language, nonce, preferences, url }: RequestContext,
  { body, title, isErrorPage }: Page,
): string {
  const { display, light } = preferences;
  const scheme = display.scheme === 'system' ? '' : ` data-scheme="${display.scheme}"`;
  const { sentryDsn } = env();
  const sentry = sentryDsn ? ` data-sentry="${escapeHtml(sentryDsn)}"` : '';
  const [whenLight, whenDark] = themeColors(display.scheme);
  const robots = isErrorPage || !INDEXED.test(url.pathname) ? '<meta name="robots" content="noindex">' : '';
  const sheets = [stylesheet, displaySheet(display)].filter((href) => href !== null);
  const html = [
    `<!DOCTYPE html><html lang="${language}" data-display="${display.on.join(' ')}" data-locales="${localesVersion}"${scheme}${sentry}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title><meta name="description" content="${escapeHtml(DESCRIPTION[language])}">${robots}`,
    ...sheets.map((href) => `<link rel="stylesheet" href="${href}">`),
    `<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="manifest" href="/manifest/${language}">`,
    `<meta name="theme-color" content="${whenLight}" media="(prefers-color-scheme:light)"><meta name="theme-color" content="${whenDark}" media="(prefers-color-scheme:dark)">`,
    `</head><body><div id="app">${body}</div></body></html>`,
  ].join('');
  return light ? html : startScriptAfterLoad(html, nonce);
}

/** Pages that may stand in a search engine. */
const INDEXED = /^\/(login|register|recover)$/;

/** In search engines, and where the app is installed. */
export const DESCRIPTION = {
  en: 'The members area of the club: your plants, your wallet, your club.',
  de: 'Der Mitgliederbereich des Vereins: deine Pflanzen, dein Guthaben, dein Verein.',
};

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** From the first preload to the end of the container. */
const SCRIPTS = /<link rel="modulepreload"[\s\S]*<\/script>(?=<\/div><\/body>)/;

/** Remix writes its manifest with lines and indents, as if for reading. */
const LAYOUT = /(?<=[,;[{])\n+ *|^ +/gm;

/**
 * Script starts only when the page is loaded and painted, so that it never competes with the page for the line: its tags
 * wait in a template and a small inline script puts them back in their place, so nothing mismatches at hydration. A page
 * in a hidden tab is not painted and does not wait for it.
 */
export function startScriptAfterLoad(html: string, nonce: string): string {
  const scripts = SCRIPTS.exec(html)?.[0];
  if (!scripts) return html;
  const starter =
    `<script nonce="${nonce}">addEventListener("load",function(){function f(){` +
    'var t=document.getElementById("boot");t.replaceWith(t.content)}' +
    'document.hidden?f():requestAnimationFrame(function(){requestAnimationFrame(f)})})</script>';
  return html
    .replace(scripts, () => `<template id="boot">${scripts.replace(LAYOUT, '')}</template>`)
    .replace('</body>', () => `${starter}</body>`);
}
