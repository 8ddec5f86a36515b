import type { Import } from './sources';

/** Every module may use these, and each of their files is public. */
export const foundations = [
  'app/platform',
  'app/ui',
  'upstream/broadcasting',
  'upstream/club',
  'upstream/contract',
  'upstream/database',
  'upstream/http',
  'upstream/jobs',
  'upstream/mail',
  'upstream/members',
];

/** These mount the modules, seed them, or give them to the browser. */
const compositionRoots = [
  'server.ts',
  'upstream/calls.ts',
  'upstream/server.ts',
  'upstream/club.ts',
  'upstream/demo-club.ts',
  'upstream/personal-data.ts',
  'app/root.tsx',
  'app/entry.client.tsx',
  'app/entry.server.tsx',
  // The frame of the pages. It mounts the bell, a dialog and a note. Each has its own file, because a page without it
  // must not load it.
  'app/shell',
];

export const isCompositionRoot = (path: string) =>
  compositionRoots.some((root) => path === root || path.startsWith(`${root}/`));

/** Returns `upstream/identity` for `upstream/identity/sessions/sessions.ts`, or null for a file of no module. */
export function moduleOf(path: string): string | null {
  const [, folder] = /^((?:app|upstream)\/[^/]+)\//.exec(path) ?? [];
  return folder && !foundations.includes(folder) ? folder : null;
}

/** Returns each cycle once, as `a → b → a`. */
export function findCycles(edges: Import[]): string[] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of edges) targets.set(from, new Set(targets.get(from)).add(to));
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
