import type { ServerBuild } from '@remix-run/node';
import { expect, it, vi } from 'vitest';

// A handler answers the ids of its routes.
vi.mock('@remix-run/node', () => ({
  createRequestHandler: ({ routes }: ServerBuild) => {
    return async () => new Response(Object.keys(routes).join(' '));
  },
}));

const { createRemixHandler } = await import('./request-handler.server');

const routes = Object.fromEntries(
  [
    { id: 'root', path: '' },
    { id: 'home', parentId: 'root', index: true },
    { id: 'members', parentId: 'root' },
    { id: 'settings', parentId: 'members', path: 'settings' },
    { id: 'settings-index', parentId: 'settings', index: true },
    { id: 'address', parentId: 'settings', path: 'address' },
    { id: 'order', parentId: 'members', path: 'financial/order/:label' },
    { id: 'guests', parentId: 'root' },
    { id: 'register', parentId: 'guests', path: 'register/:ref_hash?' },
    { id: 'unknown', parentId: 'guests', path: '*' },
  ].map((route) => [route.id, route]),
) as unknown as ServerBuild['routes'];

const everything = Object.keys(routes).join(' ');
const settings = 'root home members settings settings-index address guests unknown';

const routesFor = async (path: string) => {
  const handle = createRemixHandler({ routes } as ServerBuild, 'production');
  return (await handle(new Request(`http://localhost${path}`))).text();
};

it.each([
  ['/settings', settings],
  ['/settings/address?tab=1', settings],
  ['/settings.data', settings],
  ['/Settings/address', settings],
  ['/register/AnnaKessler', 'root home guests register unknown'],
  ['/financial/order/1.data', 'root home members order guests unknown'],
])('%s is ranked among the routes of its first segment', async (path, expected) => {
  expect(await routesFor(path)).toBe(expected);
});

it.each(['/', '/_root.data', '/__manifest?p=/settings', '/nothing', '//settings', '/%73ettings', '/settings.html'])(
  '%s is ranked among all routes',
  async (path) => {
    expect(await routesFor(path)).toBe(everything);
  },
);
