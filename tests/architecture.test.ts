import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfig } from '@hono/zod-openapi';
import { beforeAll, describe, expect, it } from 'vitest';
import { abilityFor } from '../upstream/contract/abilities';
import { contract } from '../upstream/contract/contract';
import { contractReferences, describedPaths } from './contract-references';
import { findCycles, foundations, isCompositionRoot, moduleOf } from './modules';
import { exceptions, limitOf, linesOf } from './sizes';
import { type Import, importsOf, isTest, listFiles, listSources, root } from './sources';
import { writesUsers } from './user-writes';

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

describe('modules', () => {
  const between = imports.filter(
    ({ from, to }) => moduleOf(to) && moduleOf(from) !== moduleOf(to) && !isTest(from) && !isCompositionRoot(from),
  );

  it.each([...new Set(product.map(moduleOf))].filter((module) => module !== null))(
    '%s is entered through one public file',
    (module) => {
      // Foreign keys need the tables of other modules, and staff commands need the lookups of other staff commands.
      const isClub = (path: string) => path.endsWith('.club.ts');
      const entries = between.filter(
        ({ from, to }) => moduleOf(to) === module && !to.endsWith('.tables.ts') && !(isClub(from) && isClub(to)),
      );
      // A server half and its component count as one file, because Remix needs them in two files.
      const publicFiles = new Set(entries.map(({ to }) => to.replace(/(\.server)?\.tsx?$/, '')));
      expect(publicFiles.size > 1 ? entries.map(show) : []).toEqual([]);
    },
  );

  it('nothing but the root imports the frame of the pages', () => {
    const intoFrame = imports.filter(
      ({ from, to }) => to.startsWith('app/shell/') && !from.startsWith('app/shell/') && !isTest(from),
    );
    expect(intoFrame.filter(({ from }) => from !== 'app/root.tsx').map(show)).toEqual([]);
  });

  it('foundations import no module', () => {
    const upwards = between.filter(({ from }) => foundations.some((folder) => from.startsWith(`${folder}/`)));
    expect(upwards.map(show)).toEqual([]);
  });

  it('no file imports itself by a detour', () => {
    expect(findCycles(imports.filter(({ from, typeOnly }) => !typeOnly && !isTest(from)))).toEqual([]);
  });

  it.each(['app'])('no module of %s/ imports itself by a detour, not even for a type', (half) => {
    const betweenModules = imports.flatMap(({ from, to, typeOnly }) => {
      const [source, target] = [moduleOf(from), moduleOf(to)];
      if (!source?.startsWith(`${half}/`) || !target || source === target || isTest(from)) return [];
      return [{ from: source, to: target, typeOnly }];
    });
    expect(findCycles(betweenModules)).toEqual([]);
  });

  it('no folder is a drawer without a job in its name', () => {
    const drawers = [...listFiles('app'), ...listFiles('upstream'), ...listFiles('scripts')].filter((path) =>
      /(^|\/)(utils?|helpers?|misc|common|lib|shared)\//.test(path),
    );
    expect(drawers).toEqual([]);
  });

  it('members stand on the other foundations, and none of these on members', () => {
    const upwards = imports.filter(
      ({ from, to }) =>
        to.startsWith('upstream/members/') &&
        !from.startsWith('upstream/members/') &&
        foundations.some((folder) => from.startsWith(`${folder}/`)),
    );
    expect(upwards.map(show)).toEqual([]);
  });

  it('no module of upstream/ imports itself by a detour over another, not even for a type', () => {
    const edges = imports.flatMap(({ from, to, typeOnly }) => {
      const [source, target] = [moduleOf(from), moduleOf(to)];
      if (!source?.startsWith('upstream/') || !target || target === source || isTest(from)) return [];
      return [{ from: source, to: target, typeOnly }];
    });
    expect(edges.length).toBeGreaterThan(10);
    expect(findCycles(edges)).toEqual([]);
  });

  it('only upstream/members writes the table of members', () => {
    // Seeds may write it too: they create the demo club before any member exists.
    const writers = product.filter((path) => !path.startsWith('upstream/members/') && !path.endsWith('.seed.ts'));
    expect(writers.filter((path) => writesUsers(readFileSync(join(root, path), 'utf8')))).toEqual([]);
  });

  it.each([
    'await tx.update(users).set({ passwordHash })',
    'db.insert( users ).values(row)',
    'tx\n  .delete(members.users)',
    `update \${users} set language = 'de'`,
    'insert into "users" (id)',
    'UPDATE public.users SET email = 1',
    'delete from only users where id = 1',
    'merge into users using other',
    'truncate table users',
  ])('%j writes the table of members', (text) => {
    expect(writesUsers(text)).toBe(true);
  });

  it.each([
    'db.select().from(users)',
    'for update of users',
    'tx.update(usersSeen).set(row)',
    `update \${knownDevices} set user_id = \${users.id}`,
  ])('%j does not', (text) => {
    expect(writesUsers(text)).toBe(false);
  });
});

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

  // Calls with an ability are for the members' own programs.
  it.each(calls.filter(({ ability }) => !ability))('$call has a client', ({ call }) => {
    expect([call, used.has(call)]).toEqual([call, true]);
  });
});

describe('the product', () => {
  const says = (pattern: RegExp) => product.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')));

  it('never starts another program', () => {
    expect(says(/child_process|node:cluster/)).toEqual([]);
  });

  it('never runs text as code, save for the thread that judges passwords, whose program is fixed', () => {
    expect(says(/\beval\s*[(:]|new Function\b|node:vm\b/)).toEqual([
      'upstream/identity/passwords/password-strength.ts',
    ]);
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
    // The waiting time for a lock is not a secret.
    expect(says(/Math\.random/)).toEqual(['upstream/database/lock.ts']);
  });

  it('never keeps anything in a browser but drafts and scans that wait', () => {
    // Scans at the door wait for the network there. They are codes and times, and a lost one is a guest who never came.
    const keepers = ['app/appointments/door/use-door.ts', 'app/drafts/draft-storage.ts'];
    expect(says(/localStorage|indexedDB|sessionStorage/)).toEqual(keepers);
  });
});

describe('files', () => {
  const sized = ['server.ts', 'app', 'upstream', 'server', 'scripts', 'tests']
    .flatMap(listFiles)
    .filter((path) => /\.(tsx?|m?js|css)$/.test(path));
  const tooLong = sized.filter((path) => linesOf(path) > limitOf(path));

  it('have at most 250 lines, routes 120', () => {
    expect(sized.length).toBeGreaterThan(500);
    expect(tooLong.filter((path) => !(path in exceptions)).map((path) => `${path}: ${linesOf(path)}`)).toEqual([]);
  });

  it('are exceptions only as long as they are too long', () => {
    expect(Object.keys(exceptions).filter((path) => !tooLong.includes(path))).toEqual([]);
  });
});
