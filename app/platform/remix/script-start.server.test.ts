import type { EntryContext } from '@remix-run/node';
import { describe, expect, it, vi } from 'vitest';
import { placeOf, startAfterLoad, takeScripts } from './script-start.server';

const links = '<link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/>';
const scriptsWith = (nonce: string) =>
  `${links}<script nonce="${nonce}">window.x = 1</script><script nonce="${nonce}" type="module">import "/a.js"; "$&"</script>`;

const newManifest = () => ({}) as EntryContext['manifest'];

/** Renders a page as `<PageScripts>` does, and takes its scripts off. */
function takeFrom(manifest: EntryContext['manifest'], nonce: string, scripts = scriptsWith(nonce)) {
  const place = placeOf(manifest);
  place.isShown = true;
  return takeScripts(`<main></main>${place.isWritten ? '' : scripts}`, place, manifest, nonce);
}

describe('the scripts of a page', () => {
  it('are taken off its end, unchanged', () => {
    expect(takeFrom(newManifest(), 'abc')).toEqual({ html: '<main></main>', scripts: scriptsWith('abc') });
  });

  it('lose lines and indents and nothing else', () => {
    const indented = scriptsWith('abc').replace('"$&"', '\n  x = {\n    "a b": 1\n  };\nimport("c")');
    const { scripts } = takeFrom(newManifest(), 'abc', indented);
    expect(scripts).toContain('import "/a.js"; \nx = {"a b": 1\n};import("c")</script>');
  });

  it('are rendered once for the same routes, and have the nonce of their own page', () => {
    vi.stubEnv('PROD', true);
    const manifest = newManifest();
    takeFrom(manifest, 'first');
    expect(placeOf(manifest).isWritten).toBe(true);
    expect(takeFrom(manifest, 'second')).toEqual({ html: '<main></main>', scripts: scriptsWith('second') });
    expect(placeOf(newManifest()).isWritten).toBe(false);
  });

  it('are none where the page shows none, though another page did', () => {
    vi.stubEnv('PROD', true);
    const manifest = newManifest();
    takeFrom(manifest, 'first');
    expect(takeScripts('<main></main>', placeOf(manifest), manifest, 'n').scripts).toBe('');
  });

  it('wait in a template, and start by a script with the nonce', () => {
    const { template, starter } = startAfterLoad(scriptsWith('abc'), 'abc');
    expect(template).toBe(`<template id="boot">${scriptsWith('abc')}</template>`);
    expect(starter).toContain('<script nonce="abc">addEventListener("load"');
  });
});
