import { abilities, abilityFor } from '../contract/abilities';
import { levelOf } from '../contract/levels';
import type { Api } from './env';
import { escapeHtml as text } from './html';

export type ApiDocument = ReturnType<Api['getOpenAPI31Document']>;
type Schemas = Record<string, Schema>;

/** The parts of a JSON schema that this page reads. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface Call {
  operationId?: string;
  summary?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: Content;
  responses?: Record<string, Content & { description?: string }>;
}

interface Entry extends Call {
  method: string;
  path: string;
}

/** Returns the reference as one HTML page: the calls by tag, then the named shapes. */
export function docsPage(document: ApiDocument): string {
  const calls = listCalls(document);
  const tags = document.tags ?? [];
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  const menu = tags.map((tag) => menuOf(tag.name, calls)).join('');
  const sections = tags.map((tag) => sectionOf(tag, calls)).join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(document.info.title)}: calls</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<header><h1>${text(document.info.title)}</h1>
<p>${text(document.info.description ?? '')}</p>
<p>The same as data: <a href="/api/openapi.json">openapi.json</a> (OpenAPI ${text(document.openapi)}).
Calls marked “member” need <code>Authorization: Bearer …</code>. A back end of one’s own starts with those marked “to sign
in and look”, goes on with “to work” and “for the dashboard”; each other call belongs to the pages of its module.</p></header>
<nav aria-label="Calls"><h2><a href="#abilities">Programs of members</a></h2>${menu}<h2><a href="#shapes">Shapes</a></h2></nav>
<main>
${abilitiesOf(calls)}${sections}<section><h2 id="shapes">Shapes</h2>
${Object.entries(schemas)
  .map(([name, schema]) => `<h3 id="shape-${text(name)}">${text(name)}</h3>${shapeOf(schema)}`)
  .join('\n')}
</section>
</main>
</body>
</html>
`;
}

/** Returns the abilities of API tokens, each with its calls. */
function abilitiesOf(calls: Entry[]): string {
  const rows = abilities.map((ability) => {
    const links = calls
      .filter((call) => abilityFor(call) === ability)
      .map(
        (call) => `<a href="#${text(call.operationId ?? '')}"><code>${text(call.method)} ${text(call.path)}</code></a>`,
      );
    return `<tr><th scope="row"><code>${text(ability)}</code></th><td>${links.join('<br>') || 'no call yet'}</td></tr>`;
  });
  return `<section><h2 id="abilities">Programs of members</h2>
<p>A member makes API tokens in the settings and sends one as <code>Authorization: Bearer alm_…</code>. It reaches the calls
of its abilities and nothing else: all others answer 403 with the code <code>missing_ability</code>, so it moves no money and
changes no account. From an address that it was not made for the code is <code>ip_not_allowed</code>; one that is over,
revoked or unknown is answered 401. 60 requests a minute: <code>X-RateLimit-Remaining</code> counts down, and after 429
<code>Retry-After</code> says how many seconds to wait.</p>
<table><thead><tr><th scope="col">Ability</th><th scope="col">Calls</th></tr></thead><tbody>${rows.join('')}</tbody></table>
</section>
`;
}

function listCalls(document: ApiDocument): Entry[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Call>).map(([method, call]) => ({
      ...call,
      method: method.toUpperCase(),
      path,
    })),
  );
}

const ofTag = (tag: string, calls: Entry[]) => calls.filter((call) => call.tags?.includes(tag));

function menuOf(tag: string, calls: Entry[]): string {
  const links = ofTag(tag, calls).map(
    (call) => `<li><a href="#${text(call.operationId ?? '')}"><code>${text(call.path)}</code></a></li>`,
  );
  return `<h2>${text(tag)}</h2><ul>${links.join('')}</ul>`;
}

function sectionOf(tag: { name: string; description?: string }, calls: Entry[]): string {
  return `<section><h2>${text(tag.name)}</h2><p>${text(tag.description ?? '')}</p>
${ofTag(tag.name, calls).map(callOf).join('\n')}
</section>
`;
}

const levelMarks = { see: 'to sign in and look', work: 'to work', dashboard: 'for the dashboard' };

function callOf(call: Entry): string {
  const ability = abilityFor(call);
  const level = levelOf(call.operationId);
  const marks = [
    ...(level === 'module' ? [] : [levelMarks[level]]),
    ...(call.security?.length ? ['member'] : []),
    ...(ability ? [`API token: ${ability}`] : []),
  ];
  const who = marks.map((mark) => `<span class="who">${text(mark)}</span>`).join(' ');
  const answers = Object.entries(call.responses ?? {}).map(
    ([status, answer]) =>
      `<dt><code>${text(status)}</code> ${text(answer.description ?? '')}</dt><dd>${contentOf(answer)}</dd>`,
  );
  return `<article id="${text(call.operationId ?? '')}">
<h3><span class="method">${text(call.method)}</span> <code>${text(call.path)}</code> ${who}</h3>
<p>${text(call.summary ?? '')}</p>
${parametersOf(call)}${call.requestBody ? `<h4>Body</h4>${contentOf(call.requestBody)}` : ''}
<h4>Answers</h4><dl>${answers.join('')}</dl>
</article>`;
}

function parametersOf({ parameters = [] }: Call): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map((parameter) =>
    row(parameter.name, parameter.required ?? false, `${typeOf(parameter.schema)}, in the ${text(parameter.in)}`),
  );
  return `<h4>Parameters</h4>${table(rows)}`;
}

const contentOf = ({ content = {} }: Content) => {
  const schema = Object.values(content)[0]?.schema;
  return schema ? shapeOf(schema) : '';
};

/** Returns a schema as HTML: a link for a named shape, a table of fields for an object, otherwise the type in words. */
function shapeOf(schema: Schema): string {
  if (schema.properties) {
    const rows = Object.entries(schema.properties).map(([name, field]) =>
      row(name, schema.required?.includes(name) ?? false, typeOf(field) + nested(field)),
    );
    return table(rows);
  }
  return `<p>${typeOf(schema)}</p>`;
}

function nested(schema: Schema): string {
  if (schema.properties) return shapeOf(schema);
  return schema.items?.properties ? shapeOf(schema.items) : '';
}

const table = (rows: string[]) =>
  `<table><thead><tr><th scope="col">Field</th><th scope="col">Needed</th><th scope="col">Type</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;

const row = (name: string, required: boolean, type: string) =>
  `<tr><th scope="row"><code>${text(name)}</code></th><td>${required ? 'yes' : 'no'}</td><td>${type}</td></tr>`;

function typeOf(schema: Schema | undefined): string {
  if (!schema) return 'any';
  if (schema.$ref) {
    const name = schema.$ref.replace('#/components/schemas/', '');
    return `<a href="#shape-${text(name)}">${text(name)}</a>`;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(' or ');
  if (schema.allOf) return schema.allOf.map(typeOf).join(' with ');
  if (schema.const !== undefined) return `<code>${text(JSON.stringify(schema.const))}</code>`;
  if (schema.enum) return schema.enum.map((value) => `<code>${text(JSON.stringify(value))}</code>`).join(' or ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  const values = typeof schema.additionalProperties === 'object' ? ` of ${typeOf(schema.additionalProperties)}` : '';
  return text([schema.type ?? 'any'].flat().join(' or ')) + values + limitsOf(schema);
}

function limitsOf(schema: Schema): string {
  const limits = [
    schema.format,
    schema.pattern && `pattern ${schema.pattern}`,
    schema.minLength !== undefined && `at least ${schema.minLength} characters`,
    schema.maxLength !== undefined && `at most ${schema.maxLength} characters`,
    schema.minimum !== undefined && schema.minimum > Number.MIN_SAFE_INTEGER && `from ${schema.minimum}`,
    schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER && `to ${schema.maximum}`,
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ].filter((limit) => typeof limit === 'string');
  return limits.length > 0 ? text(`, ${limits.join(', ')}`) : '';
}
