/** Matches the scripts: from the first preload to the end of the container. */
const SCRIPTS = /<link rel="modulepreload"[\s\S]*<\/script>(?=<\/div><\/body>)/;

/** The line breaks and indents in the manifest of Remix. */
const LAYOUT = /(?<=[,;[{])\n+ *|^ +/gm;

/**
 * Starts script only after the page is loaded and painted, so that it does not compete with the page for bandwidth. Its
 * tags wait in a template. A small inline script puts them back in their place, so that hydration finds no mismatch. A
 * page in a hidden tab does not wait, because the browser does not paint it.
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
