import { expect, it, vi } from 'vitest';
import { hearChannel, type Join, serveChannels, tellGap } from './channels';

const aListener = () => ({
  channel: () => 'sales',
  events: () => ({ 'sale.updated': vi.fn<(data: unknown) => void>() }),
  onGap: vi.fn<() => void>(),
  onPresent: vi.fn<(others: object[]) => void>(),
});

it('joins a channel when there is a connection, whichever comes first, and leaves it', () => {
  const [early, late] = [aListener(), aListener()];
  const joined = { leave: vi.fn<() => void>(), tell: vi.fn<(event: string) => void>() };
  const join = vi.fn<Join>(() => joined);
  const earlyOne = hearChannel(early);
  earlyOne.tell('client-typing');
  const stopServing = serveChannels(join);
  expect(join.mock.calls).toEqual([[early]]);
  const lateOne = hearChannel(late);
  expect(join.mock.calls).toEqual([[early], [late]]);
  tellGap();
  expect([early.onGap.mock.calls.length, late.onGap.mock.calls.length]).toEqual([1, 1]);
  earlyOne.tell('client-typing');
  expect(joined.tell.mock.calls).toEqual([['client-typing']]);
  lateOne.leave();
  expect(joined.leave).toHaveBeenCalledTimes(1);
  stopServing();
  expect(early.onPresent.mock.calls).toEqual([[[]]]);
  earlyOne.tell('client-typing');
  earlyOne.leave();
  expect([joined.leave.mock.calls.length, joined.tell.mock.calls.length]).toEqual([1, 1]);
  tellGap();
  expect(early.onGap).toHaveBeenCalledTimes(1);
});
