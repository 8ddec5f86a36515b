import { describe, expect, it } from 'vitest';
import { MODULES } from '../platform/page/modules';
import { entriesFor, isCurrent, NAVIGATION } from './navigation';

const everything = NAVIGATION.flatMap(({ permission }) => permission ?? []);
const paths = (input: Parameters<typeof entriesFor>[0], entries?: typeof NAVIGATION) =>
  entriesFor(input, entries).map(({ path }) => path);

describe('the sidebar', () => {
  it('shows a member with every right every entry, in order', () => {
    expect(paths({ modules: MODULES, permissions: everything })).toEqual(NAVIGATION.map(({ path }) => path));
  });

  it('loses the entries of a module that is off', () => {
    const modules = MODULES.filter((name) => name !== 'wallet');
    const left = paths({ modules, permissions: everything });
    expect(left).not.toContain('/dashboard');
    expect(left).not.toContain('/financial');
    expect(left).not.toContain('/appointments');
    expect(left).toContain('/posts');
  });

  it('loses what the member has no permission for', () => {
    expect(paths({ modules: MODULES, permissions: [] })).toEqual(['/dashboard', '/settings']);
  });

  it('leaves hidden entries out and keeps disabled ones', () => {
    const entry = { icon: 'home', title: 'nav.dashboard' } as const;
    const entries = [
      { ...entry, path: '/a', hidden: true },
      { ...entry, path: '/b', disabled: true },
    ];
    expect(paths({ modules: [], permissions: [] }, entries)).toEqual(['/b']);
  });

  it('marks the entry under which a page stands, and no neighbour with the same beginning', () => {
    expect(isCurrent({ path: '/posts', also: ['/post'] }, '/post/7/spring')).toBe(true);
    expect(isCurrent({ path: '/financial' }, '/financial/orders')).toBe(true);
    expect(isCurrent({ path: '/chat' }, '/chats')).toBe(false);
  });
});
