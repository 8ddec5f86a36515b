import { readFile } from 'node:fs/promises';

/**
 * What the server's bundle has in place of lines of packages, by file (decision 0037). For each page Remix ranks the
 * same routes three times, creates the routes to render anew, and copies the request twice for each loader. Conform
 * creates the metadata of a field anew for each property that is read. Hono makes a complete request of the incoming
 * one as soon as Remix asks for its signal.
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
  // They depend only on the modules of the build, and `manifestOfPage` returns one object for each set of routes.
  '@remix-run/react/dist/server.js': [
    [
      '  let routes$1 = routes.createServerRoutes(manifest.routes, routeModules, context.future, context.isSpaMode);\n',
      `  let routes$1 = createdRoutes.get(manifest.routes);
  if (!routes$1) {
    routes$1 = routes.createServerRoutes(manifest.routes, routeModules, context.future, context.isSpaMode);
    createdRoutes.set(manifest.routes, routes$1);
  }
`,
    ],
    ['function RemixServer({\n', 'const createdRoutes = new WeakMap();\nfunction RemixServer({\n'],
  ],
  // On the server the state of a form does not change while the form is rendered.
  '@conform-to/react/dist/context.mjs': [
    [
      '  return new Proxy({}, {\n    get(_, key, receiver) {\n      var _state$constraint$nam;\n',
      '  var known;\n  return new Proxy({}, {\n    get(_, key, receiver) {\n      var _state$constraint$nam;\n',
    ],
    [
      'var metadata = getMetadata(context, subjectRef, stateSnapshot, name);\n',
      'var metadata = (known ||= getMetadata(context, subjectRef, stateSnapshot, name));\n',
    ],
    [
      '  return new Proxy({}, {\n    get(_, key, receiver) {\n      var metadata = getMetadata(context, subjectRef, stateSnapshot);\n',
      '  var known;\n  return new Proxy({}, {\n    get(_, key, receiver) {\n      var metadata = (known ||= getMetadata(context, subjectRef, stateSnapshot));\n',
    ],
  ],
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
