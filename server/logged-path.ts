import type { ServerBuild } from '@remix-run/node';
import { contract } from '../upstream/contract/contract';

/** Makes a path safe for a log, a record or an error report. */
export interface PathLog {
  /** Returns the path without its secret and unknown parts. */
  write(path: string): string;
  /** Returns the pattern of the page or call, without any value of a parameter. */
  pattern(path: string): string;
  /** Adds the paths of these pages to the known ones. */
  addPages(routes: ServerBuild['routes']): void;
}

/** The paths of this server besides the pages and the API. */
const OWN_PATHS = [
  ...['/healthz', '/readyz', '/metrics', '/_root', '/__manifest', '/_mail', '/_mail/:id', '/_mail.json', '/_mail.css'],
  ...['/api', '/api/docs', '/api/openapi.json', '/apps/:id/events', '/app/:id'],
  ...['/:file', '/assets/:file', '/icons/:file', '/log/:file', '/locales/:language/:file'],
];

/** The value of a parameter with such a name is never written. */
const SECRET = /token|hash|email|code|secret|password|signature/i;
const FILE = /^[\w.-]{1,60}\.(css|html|ico|js|json|map|png|svg|txt|webmanifest|woff2)$/i;
/** Numbers, labels such as those of orders, and UUIDs identify a thing but give no access. */
const HARMLESS = /^(\d{1,12}|(OR|TX|WD|AP|SL)-[0-9A-Z]{9}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})(\.\w{1,5})?$/i;

interface Place {
  fixed: Map<string, Place>;
  parameters: { name: string; place: Place }[];
  isEnd: boolean;
}

/**
 * Writes paths by the patterns of the pages, the contract and this server. Parts that no pattern has are left out, so
 * that neither a new page with a token in its path nor a damaged link brings a token into the log.
 */
export function createPathLog(): PathLog {
  const top = newPlace();
  for (const path of OWN_PATHS) add(top, path);
  for (const calls of Object.values(contract)) {
    for (const { path } of Object.values(calls as Record<string, { path: string }>)) add(top, `/api${path}`);
  }
  const writeWith = (path: string, writeValue: WriteValue) => {
    const plain = decoded(path);
    const isData = plain.endsWith('.data');
    const parts = (isData ? plain.slice(0, -'.data'.length) : plain).split('/').filter(Boolean);
    const written = find(top, parts, writeValue) ?? known(top, parts);
    return `/${written.join('/')}${isData ? '.data' : ''}`;
  };
  return {
    write: (path) => writeWith(path, harmlessOrName),
    pattern: (path) => writeWith(path, (name) => `:${name}`),
    addPages(routes) {
      for (const id of Object.keys(routes)) add(top, pathOf(routes, id));
    },
  };
}

const newPlace = (): Place => ({ fixed: new Map(), parameters: [], isEnd: false });

/** Adds a pattern. `:name` and `{name}` are parameters, `:name?` is an optional one. */
function add(top: Place, pattern: string): void {
  const parts = pattern.split('/').filter(Boolean);
  if (parts.at(-1)?.endsWith('?')) add(top, `/${parts.slice(0, -1).join('/')}`);
  let place = top;
  for (const part of parts) {
    if (part === '*') return;
    const [, name] = /^(?::(\w+)\??|\{(\w+)\})$/.exec(part)?.filter(Boolean) ?? [];
    place = name ? parameter(place, name) : fixed(place, part);
  }
  place.isEnd = true;
}

function fixed(place: Place, part: string): Place {
  const next = place.fixed.get(part.toLowerCase()) ?? newPlace();
  place.fixed.set(part.toLowerCase(), next);
  return next;
}

function parameter(place: Place, name: string): Place {
  const known = place.parameters.find((one) => one.name === name);
  if (known) return known.place;
  const next = newPlace();
  place.parameters.push({ name, place: next });
  return next;
}

/**
 * Returns the path by the pattern that matches all of it. Fixed words come before parameters, as in the rank of routes.
 */
function find(place: Place, [part, ...rest]: string[], writeValue: WriteValue): string[] | null {
  if (part === undefined) return place.isEnd ? [] : null;
  const word = place.fixed.get(part.toLowerCase());
  const after = word && find(word, rest, writeValue);
  if (after) return [part.toLowerCase(), ...after];
  for (const { name, place: next } of place.parameters) {
    if (name === 'file' && !FILE.test(part)) continue;
    const fitting = find(next, rest, writeValue);
    if (fitting) return [writeValue(name, part), ...fitting];
  }
  return null;
}

type WriteValue = (name: string, value: string) => string;

const harmlessOrName: WriteValue = (name, part) =>
  name === 'file' || (!SECRET.test(name) && HARMLESS.test(part)) ? part : `:${name}`;

/** For a path that no pattern matches: returns its first words that patterns contain, then `…`. */
function known(place: Place, [part, ...rest]: string[]): string[] {
  if (part === undefined) return [];
  const next = place.fixed.get(part.toLowerCase());
  return next ? [part.toLowerCase(), ...known(next, rest)] : ['…'];
}

function pathOf(routes: ServerBuild['routes'], id: string): string {
  const { path = '', parentId } = routes[id] ?? {};
  return (parentId ? pathOf(routes, parentId) : '') + (path && `/${path}`);
}

/** The most encodings of a path that are undone. Each costs time, and a guest chooses their number. */
const maxRounds = 3;

/** Pages match in any case and percent-encoded, and a mail program may encode once more. */
function decoded(path: string): string {
  let plain = path;
  try {
    for (let round = 0; round < maxRounds; round++) {
      const once = decodeURIComponent(plain);
      if (once === plain) return plain;
      plain = once;
    }
    return decodeURIComponent(plain) === plain ? plain : '/…';
  } catch {
    return plain;
  }
}
