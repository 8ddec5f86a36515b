import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realtimeNames } from '../contract/realtime';
import { describeOnEachDatabase, type TestDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import { type ChannelRule, decideAdmission, ownChannel } from '../realtime/channel-rules';
import {
  broadcast,
  channelOfClients,
  channelOfConversation,
  channelOfUser,
  conversationOf,
  nameChannels,
  userOf,
} from './broadcaster';

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

describe('the names of channels', () => {
  afterEach(() => nameChannels(realtimeNames));
  const all = () => [channelOfUser(7), channelOfClients(), channelOfConversation('c-1')];
  const own = { userChannel: 'App.Models.User.{id}', clientChannel: 'all', conversationChannel: 'Talk.{id}.open' };

  it('are those of the contract, or configured', () => {
    expect(all()).toEqual(['private-user.7', 'client', 'presence-conversation.c-1']);
    nameChannels(own);
    expect(all()).toEqual(['private-App.Models.User.7', 'all', 'presence-Talk.c-1.open']);
  });

  it('may be written as they are on the wire', () => {
    const named = all();
    nameChannels({
      ...realtimeNames,
      userChannel: 'private-user.{id}',
      conversationChannel: 'presence-conversation.{id}',
    });
    expect(all()).toEqual(named);
  });

  it.each([realtimeNames, own])('tell whose a channel is (%#)', (given) => {
    nameChannels(given);
    const [user, client, conversation] = all() as [string, string, string];
    expect([user, client, conversation].map(userOf)).toEqual(['7', null, null]);
    expect([user, client, conversation].map(conversationOf)).toEqual([null, null, 'c-1']);
    for (const name of [`${user}x`, `x${user}`, user.replace('7', ''), user.replace('7', 'x'), user.slice(8)])
      expect([name, userOf(name)]).toEqual([name, null]);
    for (const name of [`x${conversation}`, conversation.slice(9), conversation.replace('presence-', 'private-')])
      expect([name, conversationOf(name)]).toEqual([name, null]);
  });
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
