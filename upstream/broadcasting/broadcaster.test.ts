import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase, type TestDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import { type ChannelRule, decideAdmission, ownChannel } from '../realtime/channel-rules';
import { broadcast, channelOfUser, nameUserChannels } from './broadcaster';

describeOnEachDatabase('broadcast', (open) => {
  let deps: TestDatabase;
  beforeEach(async () => {
    deps = await open();
  });

  const event = (number: number) => ({ channels: ['client'], event: 'x', data: { number } });

  it('sends after the commit, in order', async () => {
    await transaction(deps.db, async (tx) => {
      broadcast(tx, deps.broadcaster, event(1));
      await transaction(tx, async (inner) => broadcast(inner, deps.broadcaster, event(2)));
      expect(deps.broadcaster.sent).toEqual([]);
    });
    expect(deps.broadcaster.sent).toEqual([event(1), event(2)]);
  });

  it('sends nothing after a rollback, of a part or of the whole', async () => {
    const fail = async () => {
      throw new Error('rolled back');
    };
    await transaction(deps.db, async (tx) => {
      await transaction(tx, async (inner) => {
        broadcast(inner, deps.broadcaster, event(1));
        await fail();
      }).catch(() => {});
    });
    const whole = transaction(deps.db, async (tx) => {
      broadcast(tx, deps.broadcaster, event(2));
      await fail();
    });
    await expect(whole).rejects.toThrow('rolled back');
    expect(deps.broadcaster.sent).toEqual([]);
  });

  it('notes what could not be sent, and the change stands', async () => {
    deps.broadcaster.breakWith(new Error('out of reach'));
    await transaction(deps.db, async (tx) => broadcast(tx, deps.broadcaster, event(1)));
    await expect.poll(() => deps.broadcaster.lost).toEqual([event(1)]);
  });
});

afterEach(() => nameUserChannels('user.{id}'));

it('a member’s channel follows the template', () => {
  expect(channelOfUser(7)).toBe('private-user.7');
  nameUserChannels('App.Models.User.{id}');
  expect(channelOfUser(7)).toBe('private-App.Models.User.7');
});

const member = { id: 7, sessionId: 's', permissions: [] };

it.each([
  ['private-user.7', true],
  ['private-user.8', false],
  ['private-user.77', false],
  ['private-user.07', false],
  ['user.7', false],
  ['private-cache-user.7', false],
  ['private-encrypted-user.7', false],
  ['presence-user.7', false],
  ['client', false],
])('member 7 may enter %s: %s', async (channel, isAdmitted) => {
  expect(await decideAdmission([ownChannel], member, channel)).toBe(isAdmitted);
});

it('the first rule about a channel decides, and a presence channel wants a name', async () => {
  const rule = (answer: Awaited<ReturnType<ChannelRule['admits']>>): ChannelRule => ({
    covers: (channel) => channel.startsWith('presence-chat.'),
    admits: async () => answer,
  });
  const shown = { user_id: '7', user_info: { name: 'Anna' } };
  expect(await decideAdmission([rule(shown), rule(false)], member, 'presence-chat.1')).toEqual(shown);
  expect(await decideAdmission([rule(false), rule(shown)], member, 'presence-chat.1')).toBe(false);
  expect(await decideAdmission([rule(true)], member, 'presence-chat.1')).toBe(false);
  expect(await decideAdmission([rule(shown)], member, 'presence-room')).toBe(false);
});
