import { describe, expect, it } from 'vitest';
import { startScriptAfterLoad } from './page.server';

const links = '<link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/>';
const module = '<script nonce="n" type="module" async="">import "/assets/a.js"; "$&"</script>';
const page = `<body><div id="app">${links}<script nonce="n">window.x = 1</script>${module}</div></body>`;

describe('startScriptAfterLoad', () => {
  it('puts preloads and the module script into templates, unchanged', () => {
    const html = startScriptAfterLoad(page, 'abc');
    expect(html).toContain(`<template id="boot-links">${links}</template>`);
    expect(html).toContain(`<template id="boot-module">${module}</template>`);
    expect(html).toContain('<script nonce="abc">addEventListener("load"');
    expect(html).toContain('<script nonce="n">window.x = 1</script>');
  });

  it('leaves a page without script alone', () => {
    expect(startScriptAfterLoad('<body></body>', 'abc')).toBe('<body></body>');
  });
});
