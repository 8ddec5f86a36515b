import type { EntryContext } from '@remix-run/node';
import type { ScriptsPlace } from './page-scripts';

type Manifest = EntryContext['manifest'];

/** The HTML of scripts, split where the nonce stands. Pages of the same routes have the same. */
const written = new WeakMap<Manifest, string[]>();

/** The line breaks and indents in the manifest of Remix. */
const LAYOUT = /(?<=[,;[{])\n+ *|^ +/gm;

/** Returns where `<PageScripts>` notes whether the page has scripts. */
export const placeOf = (manifest: Manifest): ScriptsPlace => ({ isWritten: written.has(manifest), isShown: false });

/**
 * Takes the scripts off the end of a rendered page, from the first preload on, or brings those of an earlier page.
 * @param manifest that of the routes of the page: one object for the same routes
 */
export function takeScripts(html: string, place: ScriptsPlace, manifest: Manifest, nonce: string) {
  if (!place.isShown) return { html, scripts: '' };
  const known = place.isWritten ? written.get(manifest) : undefined;
  if (known) return { html, scripts: known.join(nonce) };
  const start = html.indexOf('<link rel="modulepreload"');
  const scripts = html.slice(start).replace(LAYOUT, '');
  // Vite's server changes what it serves.
  if (import.meta.env.PROD) written.set(manifest, scripts.split(nonce));
  return { html: html.slice(0, start), scripts };
}

/**
 * Starts script only after the page is loaded and painted, so that it does not compete with the page for bandwidth. Its
 * tags wait in a template, at their place in the container. A small inline script puts them back, so that hydration
 * finds no mismatch. A page in a hidden tab does not wait, because the browser does not paint it.
 */
export const startAfterLoad = (scripts: string, nonce: string) => ({
  template: `<template id="boot">${scripts}</template>`,
  starter:
    `<script nonce="${nonce}">addEventListener("load",function(){function f(){` +
    'var t=document.getElementById("boot");t.replaceWith(t.content)}' +
    'document.hidden?f():requestAnimationFrame(function(){requestAnimationFrame(f)})})</script>',
});
