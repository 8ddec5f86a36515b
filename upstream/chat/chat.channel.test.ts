/** Who hears what happens in a conversation, by sockets of the embedded endpoint. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { channelOfConversation, channelOfUser } from '../broadcasting/broadcaster';
import { realtimeNames } from '../contract/realtime';
import { describeOnEachDatabase } from '../database/database.testing';
import type { Api } from '../http/env';
import { anApiToken } from '../identity/api-tokens/api-tokens.testing';
import { enter as enterAsGhost } from '../identity/ghost/ghost.testing';
import type { Club } from '../identity/identity.testing';
import { allPermissions } from '../members/permissions';
import { type ChannelRule, ownChannel } from '../realtime/channel-rules';
import { embeddedBroadcaster } from '../realtime/embedded.broadcaster';
import { mountRealtime } from '../realtime/realtime.api';
import { connect, openHub, silent, type TestClient, type TestHub } from '../realtime/realtime.testing';
import { streamOf } from '../support/attachments/attachments.testing';
import { conversationChannels } from './chat.channel';
import { type ChatMember, openChat, openThree, start } from './chat.testing';

const text = 'A secret of the two';

describeOnEachDatabase('the channels of a conversation', (open) => {
  let club: Club;
  let api: Api;
  let hub: TestHub;
  let anna: ChatMember;
  let ben: ChatMember;
  let clara: ChatMember;
  let id: string;
  /** What the rule waits for after it has let somebody in. */
  let afterAdmission: () => Promise<void>;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    hub = openHub();
    afterAdmission = async () => {};
    club = await openChat(open, (mounted, deps) => {
      api = mounted;
      Object.assign(deps.broadcaster, embeddedBroadcaster(hub, silent));
      mountRealtime(mounted, deps, [slowly(conversationChannels(deps)), ownChannel]);
    });
    ({ anna, ben, clara } = await openThree(club));
    id = (await ben.open(anna.id)).body.id;
  });
  afterEach(() => void vi.useRealTimers());
  const slowly = (rule: ChannelRule): ChannelRule => ({
    ...rule,
    admits: async (...given) => {
      const answer = await rule.admits(...given);
      await afterAdmission();
      return answer;
    },
  });

  /** Asks for a channel with a socket, and enters it with what is answered. */
  async function enter(client: TestClient, channel: string, token?: string): Promise<number> {
    const body = { socket_id: client.connection.id, channel_name: channel };
    const answer = await club.call('POST', '/broadcasting/auth', { ...(token && { token }), body });
    if (answer.status === 200) client.say({ event: 'pusher:subscribe', data: { channel, ...answer.body } });
    return answer.status;
  }
  const talk = () => channelOfConversation(id);
  const inTalk = async (token: string) => {
    const client = connect(hub);
    expect(await enter(client, talk(), token)).toBe(200);
    return client;
  };
  /** The events of a conversation that were sent. */
  async function everything(typing: TestClient) {
    const sent = await ben.send(id, `${text} again`);
    await ben.edit(id, sent.body.id, `${text}, changed`);
    await anna.markRead(id, `${sent.body.id}`.toUpperCase());
    await anna.mute(id);
    await anna.mute(id, false);
    await ben.remove(id, sent.body.id);
    typing.say({ event: realtimeNames.typing, channel: talk(), data: { text } });
  }

  it('are heard by its sides, and by nobody else', async () => {
    const greta = await club.addMember({ email: 'greta@example.org', permissions: allPermissions });
    const outsiders: [string, string | undefined, number][] = [
      ['a guest', undefined, 401],
      ['another member', clara.token, 403],
      ['a token', await anApiToken(club, anna, ['chat:read']), 403],
      ['a ghost', await enterAsGhost(club, { mia: anna, greta }), 403],
    ];
    const channels = [
      talk(),
      channelOfUser(anna.id),
      ...['private-', 'presence-cache-', 'private-cache-', 'private-encrypted-'].map((kind) =>
        channelOfConversation(id).replace('presence-', kind),
      ),
    ];
    const clients: TestClient[] = [];
    for (const [who, token, status] of outsiders) {
      for (const channel of channels) {
        const client = connect(hub);
        expect([who, channel, await enter(client, channel, token)]).toEqual([who, channel, status]);
        // Without a signature, with an invented one, and on public channels of the same names.
        client.say({ event: 'pusher:subscribe', data: { channel } });
        client.say({
          event: 'pusher:subscribe',
          data: { channel, auth: 'almende:0', channel_data: '{"user_id":"1"}' },
        });
        client.say({
          event: 'pusher:subscribe',
          data: { channel: channel.replace(/^[a-z]+-(cache-|encrypted-)?/, '') },
        });
        client.say({ event: realtimeNames.typing, channel, data: {} });
        client.frames();
        clients.push(client);
      }
    }
    const [side, own, other] = [await inTalk(anna.token), connect(hub), await inTalk(ben.token)];
    expect(await enter(own, channelOfUser(anna.id), anna.token)).toBe(200);
    const roll = other.frames().find((frame) => frame.includes('subscription_succeeded'));
    expect(roll).toContain('Anna S.');
    expect(roll).not.toContain('Sommer');
    await everything(other);
    expect(clients.flatMap((client) => client.frames())).toEqual([]);
    const heard = side.frames().join('\n');
    for (const event of ['chat.message"', 'chat.message-updated', 'chat.read', 'client-typing'])
      expect(heard).toContain(event);
    // The id is as the message has it, however it was sent.
    const [, lastRead = ''] = /last_read_id\W+([\w-]{36})/.exec(heard) ?? [];
    expect(lastRead).toBe(lastRead.toLowerCase());
    expect(lastRead).toHaveLength(36);
    // What somebody types is not in it.
    expect(heard.split('\n').find((frame) => frame.includes('client-typing'))).not.toContain('secret');
    expect(own.frames().join('\n')).toContain(`${text} again`);
  });

  it('send both sides away with a block, and one with the end of the session', async () => {
    const [side, held, other] = [await inTalk(ben.token), connect(hub), await inTalk(anna.token)];
    const signed = await club.call('POST', '/broadcasting/auth', {
      token: ben.token,
      body: { socket_id: held.connection.id, channel_name: talk() },
    });
    await anna.block(id);
    for (const client of [side, held, other]) expect(client.ended).toMatchObject({ code: 4200 });
    held.say({ event: 'pusher:subscribe', data: { channel: talk(), ...signed.body } });
    expect(await enter(connect(hub), talk(), ben.token)).toBe(403);
    await anna.block(id, false);
    // What was asked in the same millisecond as the block counts as before it.
    hub.pass(1000);
    vi.setSystemTime(Date.now() + 1000);
    const [again, still] = [await inTalk(ben.token), await inTalk(anna.token)];
    await club.call('POST', '/auth/logout', { token: ben.token });
    expect(again.ended).toMatchObject({ code: 4200 });
    expect(still.ended).toBeNull();
    again.frames();
    await everything(still);
    expect([...again.frames(), ...held.frames()]).toEqual([]);
    expect(await enter(connect(hub), talk(), ben.token)).toBe(401);
  });

  it('send away whoever asked with a body that was still under way when the session ended', async () => {
    const client = connect(hub);
    const asked = JSON.stringify({ socket_id: client.connection.id, channel_name: channelOfUser(ben.id) });
    const pass = (ms: number) => {
      hub.pass(ms);
      vi.setSystemTime(Date.now() + ms);
    };
    async function* slowly() {
      yield Buffer.from(asked.slice(0, 5));
      pass(300);
      await club.call('POST', '/auth/logout', { token: ben.token });
      pass(300);
      yield Buffer.from(asked.slice(5));
    }
    const headers = { authorization: `Bearer ${ben.token}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: streamOf(slowly()), duplex: 'half' } as RequestInit;
    const request = new Request('http://localhost/api/broadcasting/auth', init);
    const answer = await api.fetch(request, { ip: '192.0.2.1', requestId: 'request-1' });
    client.say({ event: 'pusher:subscribe', data: { channel: channelOfUser(ben.id), ...(await answer.json()) } });
    expect(client.ended).toMatchObject({ code: 4200 });
  });

  it('send away whoever was let in while the other one blocked', async () => {
    const client = connect(hub);
    let admitted = () => {};
    const isAdmitted = new Promise<void>((resolve) => (admitted = resolve));
    let goOn = () => {};
    afterAdmission = () => {
      admitted();
      return new Promise<void>((resolve) => (goOn = resolve));
    };
    const entering = enter(client, talk(), ben.token);
    await isAdmitted;
    afterAdmission = async () => {};
    await anna.block(id);
    goOn();
    await entering;
    expect(client.ended).toMatchObject({ code: 4200 });
  });
});
