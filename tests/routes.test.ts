import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import routes from '../app/routes';
import { listFiles, listSources } from './sources';

/** The specification's tables of routes, section 2. The names of parameters do not matter. */
const specifiedPaths = [
  'dashboard',
  'settings',
  'settings/address',
  'settings/account',
  'settings/2fa',
  'settings/devices',
  'settings/notifications',
  'settings/terms',
  'settings/sponsor',
  'settings/api-token',
  'financial',
  'financial/action/make-withdraw',
  'financial/action/make-deposit',
  'financial/order/:order_label/bank-details',
  'financial/order/:order_label/:status?',
  'financial/transaction/:transaction_label',
  'financial/withdraw/:withdraw_label',
  'support/faq',
  'support/faq/:category',
  'faq',
  'faq/:category',
  'support/contact/:category',
  'support/contact/categories',
  'support/tickets',
  'support/ticket/:id',
  'posts',
  'post/:id/:vanity_url?',
  'affiliate',
  'appointments',
  'appointment/register-ticket/:label',
  'event',
  'login',
  'register/:ref_hash?',
  'recover',
  'reset-password/:email/:token',
  'lock',
  'email-verification/:status',
  'notfound',
  'error500',
  'maintenance',
  'enter-ghost-mode',
  'routes',
  'auth',
  'r/:ref_hash',
];

interface RouteEntry {
  path?: string;
  file: string;
  children?: RouteEntry[];
}

const entries: RouteEntry[] = await routes;

describe('app/routes.ts', () => {
  it.each(specifiedPaths)('has the specified /%s', (path) => {
    const present = new Set(pathsOf(entries, '').flatMap(variants));
    expect(variants(path).filter((variant) => !present.has(variant))).toEqual([]);
  });

  it('names only files that exist', () => {
    const files = new Set(listFiles('app'));
    expect(filesOf(entries).filter((file) => !files.has(`app/${file}`))).toEqual([]);
  });

  it('names every route file', () => {
    const named = new Set(filesOf(entries));
    const unnamed = listSources('app').filter(
      (path) => /\.(route|layout)\.tsx?$/.test(path) && !named.has(path.slice(4)),
    );
    expect(unnamed).toEqual([]);
  });
});

describe('pages of support', () => {
  // The dashboard names tickets only to members who may see them. The others have `AskLink`, which asks that, too.
  it('are reached from pages of other modules by a link that asks whether the member may see them', () => {
    const others = /^app\/(support|shell|dev|dashboard)\/|\.test\./;
    const sources = listSources('app').filter((path) => !others.test(path));
    expect(sources.filter((path) => /to=["'{`]+\/support/.test(readFileSync(path, 'utf8')))).toEqual([]);
  });

  it('are in no text as the way to help', () => {
    const texts = ['en', 'de'].flatMap((language) =>
      listFiles(`public/locales/${language}`).map((path) => readFileSync(path, 'utf8')),
    );
    expect(
      texts.filter((text) => /(write to|ask) support|dem Support|den Support|Der Support hilft/.test(text)),
    ).toEqual([]);
  });
});

const pathsOf = (entries: RouteEntry[], parent: string): string[] =>
  entries.flatMap(({ path, children = [] }) => {
    const full = [parent, path].filter(Boolean).join('/');
    return [...(path === undefined ? [] : [full]), ...pathsOf(children, full)];
  });

const filesOf = (entries: RouteEntry[]): string[] =>
  entries.flatMap(({ file, children = [] }) => [file.replace(/^\.\//, ''), ...filesOf(children)]);

/** Returns the path with and without its optional parts. A parameter is a bare `:`. */
function variants(path: string): string[] {
  const [first, ...rest] = path.split('/');
  if (first === undefined) return [''];
  const tails = rest.length > 0 ? variants(rest.join('/')) : [''];
  const plain = first.replace(/\?$/, '').replace(/^:.*/, ':');
  const withFirst = tails.map((tail) => (tail ? `${plain}/${tail}` : plain));
  return first.endsWith('?') ? [...withFirst, ...tails] : withFirst;
}
