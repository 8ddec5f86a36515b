import { beforeEach, expect, it, vi } from 'vitest';

let connection: typeof import('./connection');
const told = vi.fn<(value: unknown) => void>();
vi.mock('react', () => ({
  useSyncExternalStore: (subscribe: (listener: () => void) => void, read: () => unknown) => {
    subscribe(() => told(read()));
    return read();
  },
}));

beforeEach(async () => {
  vi.resetModules();
  told.mockClear();
  connection = await import('./connection');
  connection.useConnection();
});

const refusal = () => (told.mock.lastCall?.[0] as { refusal: unknown } | undefined)?.refusal;

it('a second refusal changes nothing while the first is open', () => {
  connection.tellRefusal({ status: 429, statusText: '', retryAfter: 30 });
  connection.tellRefusal({ status: 429, statusText: '', retryAfter: 60 });
  connection.tellRefusal({ status: 500, statusText: 'Internal Server Error', retryAfter: null });
  expect(told).toHaveBeenCalledTimes(1);
  expect(refusal()).toEqual({ status: 429, statusText: '', retryAfter: 30, isOpen: true });
});

it('the next one is told of once it is closed', () => {
  connection.tellRefusal({ status: 429, statusText: '', retryAfter: 30 });
  connection.closeRefusal();
  expect(refusal()).toMatchObject({ retryAfter: 30, isOpen: false });
  connection.tellRefusal({ status: 503, statusText: '', retryAfter: 60 });
  expect(refusal()).toMatchObject({ status: 503, isOpen: true });
});
