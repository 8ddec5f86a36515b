import { readFile } from 'node:fs/promises';

/**
 * What the server's bundle has in place of lines of packages, by file (decision 0037). Remix ranks the same routes three
 * times for each page, and copies the request twice for each loader. Hono makes a complete request of the incoming one
 * as soon as Remix asks for its signal.
 */
const changes = {
  '@remix-run/router/dist/router.cjs.js': [
    [
      '  let branches = flattenRoutes(routes);\n  rankRouteBranches(branches);\n',
      '  let branches = rankedOnce(routes);\n',
    ],
    [
      'function flattenRoutes(routes, branches, parentsMeta, parentPath) {\n',
      `const ranked = new WeakMap();
function rankedOnce(routes) {
  let branches = ranked.get(routes);
  if (!branches) {
    branches = flattenRoutes(routes);
    rankRouteBranches(branches);
    ranked.set(routes, branches);
  }
  return branches;
}
function flattenRoutes(routes, branches, parentsMeta, parentPath) {
`,
    ],
  ],
  '@remix-run/server-runtime/dist/data.js': ['stripIndexParam', 'stripRoutesParam'].map((name) => [
    `function ${name}(request) {\n`,
    // Without a query there is nothing to strip.
    `function ${name}(request) {\n  if (!request.url.includes('?')) return request;\n`,
  ]),
  '@hono/node-server/dist/index.mjs': [
    [
      '  [getAbortController]() {\n    this[getRequestCache]();\n',
      `  get signal() {
    return (this[abortControllerKey] ||= new AbortController()).signal;
  },
  [getAbortController]() {
    this[getRequestCache]();
`,
    ],
    // The list of what a complete request answers.
    ['  "referrerPolicy",\n  "signal",\n', '  "referrerPolicy",\n'],
  ],
};

/** A plugin for esbuild. It fails the build where an update of a package has changed these lines. */
export const leanPackages = {
  name: 'lean-packages',
  setup(build) {
    for (const [file, replacements] of Object.entries(changes)) {
      const filter = new RegExp(`/node_modules/${file.replaceAll('.', '\\.')}$`);
      build.onLoad({ filter }, async ({ path }) => ({ contents: change(await readFile(path, 'utf8'), replacements) }));
    }
  },
};

function change(source, replacements) {
  for (const [from, to] of replacements) {
    if (source.split(from).length !== 2) throw new Error(`The package has changed here; see decision 0037: ${from}`);
    source = source.replace(from, () => to);
  }
  return source;
}
