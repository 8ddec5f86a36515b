import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfig } from '@hono/zod-openapi';
import { beforeAll, describe, expect, it } from 'vitest';
import { abilityFor } from '../upstream/contract/abilities';
import { contract } from '../upstream/contract/contract';
import { contractReferences, describedPaths } from './contract-references';
import { type Import, importsOf, isTest, listFiles, listSources, root } from './sources';

const sources = ['server.ts', 'server', 'app', 'upstream'].flatMap(listSources);
const product = sources.filter((path) => !isTest(path));
const imports = sources.flatMap(importsOf);
const show = ({ from, to }: Import) => `${from} imports ${to}`;

describe('the two halves', () => {
  it('app/ imports of upstream/ only the contract', () => {
    const crossing = imports.filter(
      ({ from, to }) => from.startsWith('app/') && to.startsWith('upstream/') && !to.startsWith('upstream/contract/'),
    );
    expect(crossing.map(show)).toEqual([]);
  });

  it('upstream/ imports nothing of app/', () => {
    const crossing = imports.filter(({ from, to }) => from.startsWith('upstream/') && to.startsWith('app/'));
    expect(crossing.map(show)).toEqual([]);
  });

  it('upstream/contract/ imports nothing of the rest', () => {
    const leaving = imports.filter(
      ({ from, to }) => from.startsWith('upstream/contract/') && !to.startsWith('upstream/contract/'),
    );
    expect(leaving.map(show)).toEqual([]);
  });

  it('only server.ts and tests import upstream/server.ts', () => {
    const others = imports.filter(
      ({ from, to }) => to === 'upstream/server.ts' && !from.startsWith('server') && !isTest(from),
    );
    expect(others.map(show)).toEqual([]);
  });
});

/** What every module stands on; each of their files is public. */
const foundations = [
  'app/platform',
  'app/ui',
  'upstream/club',
  'upstream/contract',
  'upstream/database',
  'upstream/http',
  'upstream/jobs',
  'upstream/mail',
];

/** Where modules are put together: mounted, seeded, given to the browser. */
const compositionRoots = [
  'server.ts',
  'upstream/server.ts',
  'upstream/club.ts',
  'upstream/personal-data.ts',
  'app/root.tsx',
  'app/entry.client.tsx',
  'app/entry.server.tsx',
];

/** `upstream/identity` of `upstream/identity/sessions.ts`; null for files that belong to no module. */
function moduleOf(path: string): string | null {
  const [, folder] = /^((?:app|upstream)\/[^/]+)\//.exec(path) ?? [];
  return folder && !foundations.includes(folder) ? folder : null;
}

describe('modules', () => {
  const between = imports.filter(
    ({ from, to }) =>
      moduleOf(to) && moduleOf(from) !== moduleOf(to) && !isTest(from) && !compositionRoots.includes(from),
  );

  it.each([...new Set(product.map(moduleOf))].filter((module) => module !== null))(
    '%s is entered through one public file',
    (module) => {
      // Foreign keys need the tables of another module, and commands of the staff what those of another find.
      const isClub = (path: string) => path.endsWith('.club.ts');
      const entries = between.filter(
        ({ from, to }) => moduleOf(to) === module && !to.endsWith('.tables.ts') && !(isClub(from) && isClub(to)),
      );
      // A server half and the component that shows it are one: Remix needs them in two files.
      const publicFiles = new Set(entries.map(({ to }) => to.replace(/(\.server)?\.tsx?$/, '')));
      expect(publicFiles.size > 1 ? entries.map(show) : []).toEqual([]);
    },
  );

  it('foundations import no module', () => {
    const upwards = between.filter(({ from }) => foundations.some((folder) => from.startsWith(`${folder}/`)));
    expect(upwards.map(show)).toEqual([]);
  });

  it('no file imports itself by a detour', () => {
    expect(findCycles(imports.filter(({ from, typeOnly }) => !typeOnly && !isTest(from)))).toEqual([]);
  });

  it('no folder is a drawer without a job in its name', () => {
    const drawers = [...listFiles('app'), ...listFiles('upstream'), ...listFiles('scripts')].filter((path) =>
      /(^|\/)(utils?|helpers?|misc|common|lib|shared)\//.test(path),
    );
    expect(drawers).toEqual([]);
  });
});

/** Each cycle once, as `a → b → a`. */
function findCycles(edges: Import[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    if (trail.includes(path) || done.has(path)) return;
    for (const next of targets.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  return cycles;
}

describe('the contract', () => {
  const calls = Object.entries(contract).flatMap(([module, routes]) =>
    Object.entries(routes as Record<string, RouteConfig>).map(([name, { method, path, security }]) => ({
      call: `${module}.${name}`,
      method,
      path,
      ability: abilityFor({ security }),
    })),
  );
  const used = contractReferences(product.filter((path) => path.startsWith('app/')));
  let described: Record<string, object>;

  beforeAll(async () => {
    described = await describedPaths();
  });

  it.each(calls)('$call has a handler', ({ method, path }) => {
    expect(Object.keys(described[`/api${path}`] ?? {})).toContain(method);
  });

  // What an ability opens is there for the members' own programs.
  it.each(calls.filter(({ ability }) => !ability))('$call has a client', ({ call }) => {
    expect([...used]).toContain(call);
  });
});

describe('the product', () => {
  const says = (pattern: RegExp) => product.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')));

  it('never starts another program', () => {
    expect(says(/child_process|node:cluster/)).toEqual([]);
  });

  it('never runs text as code, save for the thread that judges passwords, whose program is fixed', () => {
    expect(says(/\beval\s*[(:]|new Function\b|node:vm\b/)).toEqual(['upstream/identity/password-strength.ts']);
  });

  it('never writes HTML past React in the browser', () => {
    expect(says(/dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write/)).toEqual([]);
  });

  it('never makes a pattern of what somebody typed', () => {
    expect(says(/new RegExp\(/)).toEqual([]);
  });

  it('never keeps anybody from pasting', () => {
    expect(says(/onPaste|['"]paste['"]/)).toEqual([]);
  });

  it('never trusts a foreign certificate', () => {
    expect(says(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/)).toEqual([]);
  });

  it('never hashes or encrypts with what is broken, save for the digest that the Pusher protocol prescribes', () => {
    const broken = says(/['"](md[245]|sha-?1|rc4|(des|aes-\d+)-(ecb|cbc))['"]/i);
    expect(broken).toEqual(['upstream/realtime/signatures.ts']);
  });

  it('never leaves a secret to chance that can be foretold', () => {
    // How long to wait for a lock is no secret.
    expect(says(/Math\.random/)).toEqual(['upstream/database/lock.ts']);
  });

  it('never keeps anything in a browser but drafts', () => {
    expect(says(/localStorage|indexedDB|sessionStorage/)).toEqual(['app/platform/drafts.ts']);
  });
});

describe('docs/security.md', () => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');

  it('names only files that exist', () => {
    const paths = [...text.matchAll(/`((?:app|server|upstream|tests|docs|scripts)\/[^`]+)`/g)].map(
      ([, path = '']) => path,
    );
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('names only tests that exist', () => {
    const tests = [...text.matchAll(/`([^`]+)` › “([^”]+)”/g)].map(([, path = '', title = '']) => ({ path, title }));
    expect(tests.length).toBeGreaterThan(100);
    const titles = (path: string) => readFileSync(join(root, path), 'utf8').replaceAll('`', "'");
    expect(tests.filter(({ path, title }) => !titles(path).includes(`'${title}'`))).toEqual([]);
  });

  it('says something of each of the 253 items of levels 1 and 2, once', () => {
    const items = [...text.matchAll(/\b\d{1,2}\.\d\.\d{1,2}\b/g)].map(([item]) => item);
    expect(items.filter((item, at) => items.indexOf(item) !== at)).toEqual([]);
    expect(items).toHaveLength(253);
  });
});
