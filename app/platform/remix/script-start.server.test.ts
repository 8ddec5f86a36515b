import { describe, expect, it } from 'vitest';
import { startScriptAfterLoad } from './script-start.server';

const links = '<link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/>';
const module = '<script nonce="n" type="module" async="">import "/assets/a.js"; "$&"</script>';
const scripts = `${links}<script nonce="n">window.x = 1</script>${module}<script nonce="n">window.y = 2</script>`;
const pageWith = (content: string) => `<body><div id="app"><main></main>${content}</div></body>`;

describe('startScriptAfterLoad', () => {
  it('puts preloads and scripts into a template in their place, unchanged', () => {
    const html = startScriptAfterLoad(pageWith(scripts), 'abc');
    expect(html).toContain(`<main></main><template id="boot">${scripts}</template></div>`);
    expect(html).toContain('<script nonce="abc">addEventListener("load"');
  });

  it('leaves out lines and indents and nothing else', () => {
    const indented = scripts.replace('"$&"', '\n  x = {\n    "a b": 1\n  };\nimport("c")');
    const html = startScriptAfterLoad(pageWith(indented), 'abc');
    expect(html).toContain('import "/assets/a.js"; \nx = {"a b": 1\n};import("c")</script>');
  });

  it('leaves a page without script alone', () => {
    expect(startScriptAfterLoad(pageWith(''), 'abc')).toBe(pageWith(''));
  });
});
