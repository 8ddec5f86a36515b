import { expect, it, vi } from 'vitest';
import { hearChannel, serveChannels, tellGap } from './public-channels';

const aListener = () => ({
  channel: 'sales',
  event: 'sale.updated',
  onEvent: vi.fn<(data: unknown) => void>(),
  onGap: vi.fn<() => void>(),
});

it('joins a channel when there is a connection, whichever comes first, and leaves it', () => {
  const [early, late] = [aListener(), aListener()];
  const leave = vi.fn<() => void>();
  const join = vi.fn<(listener: object) => () => void>(() => leave);
  const stopEarly = hearChannel(early);
  const stopServing = serveChannels(join);
  expect(join.mock.calls).toEqual([[early]]);
  const stopLate = hearChannel(late);
  expect(join.mock.calls).toEqual([[early], [late]]);
  tellGap();
  expect([early.onGap.mock.calls.length, late.onGap.mock.calls.length]).toEqual([1, 1]);
  stopLate();
  expect(leave).toHaveBeenCalledTimes(1);
  stopServing();
  stopEarly();
  expect(leave).toHaveBeenCalledTimes(1);
  tellGap();
  expect(early.onGap).toHaveBeenCalledTimes(1);
});
