import type { ServerBuild } from '@remix-run/node';
import { describe, expect, it } from 'vitest';
import { describeRoutes } from './route-list.server';

const module = (handle?: object) => ({ default: () => null, handle });

const routes = {
  root: { id: 'root', path: '', module: module() },
  frame: { id: 'frame', parentId: 'root', module: module() },
  home: { id: 'home', parentId: 'root', index: true, module: module() },
  settings: {
    id: 'settings',
    parentId: 'frame',
    path: 'settings',
    module: module({ title: 'titles.settings', gate: 'member' }),
  },
  start: { id: 'start', parentId: 'settings', index: true, module: module() },
  token: {
    id: 'token',
    parentId: 'settings',
    path: 'api-token',
    module: module({ title: 'titles.api_token', gate: 'member', permission: 'api_token.manage', comingSoon: true }),
  },
} as unknown as ServerBuild['routes'];

describe('/routes', () => {
  const { pages, others } = describeRoutes(routes, (key) => `<${key}>`);

  it('names every URL once, with the path of its parents', () => {
    expect([...others, ...pages.map(({ path }) => path)]).toEqual(['/', '/settings', '/settings/api-token']);
  });

  it('says title, gate, permission, and what comes later', () => {
    expect(pages[1]).toEqual({
      path: '/settings/api-token',
      title: '<titles.api_token>',
      needs: '<shell.routes.gates.member>, api_token.manage',
      comingSoon: true,
    });
  });

  it('describes the start of a section as the section', () => {
    expect(pages[0]).toEqual({
      path: '/settings',
      title: '<titles.settings>',
      needs: '<shell.routes.gates.member>',
    });
  });

  it('keeps what has no page apart', () => {
    expect(others).toEqual(['/']);
  });
});
