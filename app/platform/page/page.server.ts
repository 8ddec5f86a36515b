import stylesheet from '../../ui/ui.css?url';
import { localesVersion } from '../i18n/i18n.server';
import { startAfterLoad } from '../remix/script-start.server';
import { env } from '../request/env.server';
import type { RequestContext } from '../request/request-context.server';
import { displaySheet } from './display-sheet';
import { themeColors } from './theme-color';

interface Page {
  /** The HTML in the container. */
  html: string;
  /** The HTML of its scripts; none for a light page. */
  scripts: string;
  title: string;
  /** The style sheet that the route names in place of that of every page. */
  sheet: string | undefined;
  isErrorPage: boolean;
}

/** Returns the document with the container that React hydrates. */
export function writePage(
  { language, nonce, preferences, url }: RequestContext,
  { html, scripts, title, sheet = stylesheet, isErrorPage }: Page,
): string {
  const { display } = preferences;
  const scheme = display.scheme === 'system' ? '' : ` data-scheme="${display.scheme}"`;
  const { sentryDsn } = env();
  const sentry = sentryDsn ? ` data-sentry="${escapeHtml(sentryDsn)}"` : '';
  const [whenLight, whenDark] = themeColors(display.scheme);
  const isIndexed = !isErrorPage && INDEXED.test(url.pathname);
  const forRobots = isIndexed
    ? `<meta name="description" content="${escapeHtml(DESCRIPTION[language])}">`
    : '<meta name="robots" content="noindex">';
  const sheets = [sheet, displaySheet(display)].filter((href) => href !== null);
  const { template, starter } = scripts ? startAfterLoad(scripts, nonce) : { template: '', starter: '' };
  return [
    `<!DOCTYPE html><html lang="${language}" data-display="${display.on.join(' ')}" data-locales="${localesVersion}"${scheme}${sentry}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title>${forRobots}`,
    ...sheets.map((href) => `<link rel="stylesheet" href="${href}">`),
    `<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="manifest" href="/manifest/${language}">`,
    `<meta name="theme-color" content="${whenLight}" media="(prefers-color-scheme:light)"><meta name="theme-color" content="${whenDark}" media="(prefers-color-scheme:dark)">`,
    `</head><body><div id="app">${html}${template}</div>${starter}</body></html>`,
  ].join('');
}

/** Pages that search engines may index. */
const INDEXED = /^\/(login|register|recover)$/;

/** Shown in search engines and when the app is installed. */
export const DESCRIPTION = {
  en: 'The members area of the club: your wallet, your team, your settings.',
  de: 'Der Mitgliederbereich des Vereins: dein Guthaben, dein Team, deine Einstellungen.',
};

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
