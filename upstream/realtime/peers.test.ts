import { Registry } from 'prom-client';
import { afterEach, expect, it, vi } from 'vitest';
import { describeOnPostgres, testConfig } from '../database/database.testing';
import { openCaller } from '../database/line-caller';
import { embeddedBroadcaster } from './embedded.broadcaster';
import { createHub, type Hub } from './hub';
import { joinPeers, type Peers } from './peers';
import { publish } from './publish';
import { connect, silent, type TestClient, testApp } from './realtime.testing';
import { openShortLived } from './short-lived.broadcaster';
import { terminateUser } from './users';

describeOnPostgres('the processes of a club', (open) => {
  const joined: Peers[] = [];
  afterEach(async () => {
    for (const peers of joined.splice(0)) await peers.close();
  });

  let count = 0;
  async function openProcess(databaseUrl: string) {
    const hub = createHub(testApp, new Registry());
    const peers = await joinPeers(hub, { databaseUrl, secrets: testConfig.secrets }, silent);
    joined.push(peers);
    const attach = () => connect(hub, ++count);
    return { hub, attach, broadcaster: embeddedBroadcaster(hub, silent), leave: () => peers.close() };
  }
  async function openTwo() {
    const { place, config } = await open();
    const url = place.databaseUrl as string;
    const [one, two] = [await openProcess(url), await openProcess(url)];
    await know(one.hub, two.hub);
    return { one, two, url, config };
  }

  /** Waits until an event of each of them reaches the other. */
  async function know(...hubs: Hub[]) {
    const listeners = hubs.map((hub) => connect(hub, ++count));
    for (const listener of listeners) listener.subscribe('known');
    await vi.waitFor(() => {
      for (const hub of hubs) publish(hub, { channels: ['known'], event: 'known', data: '{}' });
      for (const [at, listener] of listeners.entries())
        expect(listener.connection.channels.has('known') && heardBy(listener, 'known').length, `${at}`).toBeGreaterThan(
          hubs.length - 1,
        );
    });
    for (const listener of listeners) listener.leave();
  }

  const all = new Map<TestClient, string[]>();
  function heardBy(client: TestClient, event: string): Record<string, unknown>[] {
    const frames = [...(all.get(client) ?? []), ...client.frames()];
    all.set(client, frames);
    return frames.map((frame) => JSON.parse(frame)).filter((frame) => frame.event === event);
  }
  const enter = (client: TestClient, id: string) =>
    client.subscribe('presence-r', JSON.stringify({ user_id: id, user_info: { name: id } }));
  const rolls = (client: TestClient) =>
    heardBy(client, 'pusher_internal:subscription_succeeded').map(
      ({ data }) => JSON.parse(data as string).presence?.ids as string[],
    );

  it('hear each other’s events once, but for the socket that sent one', async () => {
    const { one, two } = await openTwo();
    const [here, there, sender] = [one.attach(), two.attach(), two.attach()];
    for (const client of [here, there, sender]) client.subscribe('client');
    await one.broadcaster.trigger({
      ...{ channels: ['client'], event: 'large', data: 'ü'.repeat(5000), socketId: sender.connection.id },
    });
    await one.broadcaster.trigger({ channels: ['client'], event: 'last', data: 1 });
    await vi.waitFor(() => expect(heardBy(sender, 'last')).toHaveLength(1));
    const large = [here, there, sender].map((client) => heardBy(client, 'large').map(({ data }) => data));
    expect(large).toEqual([['ü'.repeat(5000)], ['ü'.repeat(5000)], []]);
  });

  it('deliver only events that the protocol knows, whoever sends them', async () => {
    const { one, url } = await openTwo();
    const here = one.attach();
    here.subscribe('client');
    here.frames();
    const caller = openCaller(url, testConfig.secrets);
    const say = (event: string, data: string) =>
      caller.say(JSON.stringify({ kind: 'event', event: { channels: ['client'], event, data } }));
    await say('pusher:error', '{"code":4001}');
    await say('large', 'x'.repeat(10_241));
    await say('last', '1');
    await vi.waitFor(() => expect(heardBy(here, 'last')).toHaveLength(1));
    await caller.close();
    expect(all.get(here)).toHaveLength(1);
  });

  it('pass on who types in a conversation', async () => {
    const { one, two } = await openTwo();
    const [here, there] = [one.attach(), two.attach()];
    const channel = 'presence-conversation.1';
    here.subscribe(channel, '{"user_id":"1"}');
    there.subscribe(channel, '{"user_id":"2"}');
    here.say({ event: 'client-typing', channel, data: {} });
    await vi.waitFor(() => expect(heardBy(there, 'client-typing')).toMatchObject([{ user_id: '1' }]));
    expect(heardBy(here, 'client-typing')).toEqual([]);
  });

  it('see the members of each other’s channels, each once, until the last socket of a member is gone', async () => {
    const { one, two } = await openTwo();
    const [watcher, tab, otherTab] = [one.attach(), two.attach(), one.attach()];
    enter(watcher, 'w');
    enter(tab, '7');
    await vi.waitFor(() => expect(heardBy(watcher, 'pusher_internal:member_added')).toHaveLength(1));
    enter(otherTab, '7');
    expect(rolls(otherTab)).toEqual([['w', '7']]);
    tab.leave();
    const late = two.attach();
    await vi.waitFor(() => {
      late.say({ event: 'pusher:unsubscribe', data: { channel: 'presence-r' } });
      enter(late, '8');
      expect(rolls(late).at(-1)?.toSorted()).toEqual(['7', '8', 'w']);
    });
    otherTab.leave();
    await vi.waitFor(() =>
      expect(heardBy(watcher, 'pusher_internal:member_removed').map(({ data }) => data)).toContain('{"user_id":"7"}'),
    );
    expect(
      heardBy(watcher, 'pusher_internal:member_added').filter(({ data }) => `${data}`.includes('"7"')),
    ).toHaveLength(1);
  });

  it('tell a new one who is there and what cache channels keep, and forget the members of one that ends', async () => {
    const { one, two, url } = await openTwo();
    const [watcher, member] = [one.attach(), two.attach()];
    enter(watcher, 'w');
    enter(member, '7');
    publish(two.hub, { channels: ['cache-news'], event: 'kept', data: '{"n":1}' });
    const three = await openProcess(url);
    const late = three.attach();
    await vi.waitFor(() => {
      late.say({ event: 'pusher:unsubscribe', data: { channel: 'presence-r' } });
      enter(late, 'l');
      expect(rolls(late).at(-1)?.toSorted()).toEqual(['7', 'l', 'w']);
    });
    late.subscribe('cache-news');
    expect(heardBy(late, 'kept')).toHaveLength(1);
    await two.leave();
    await vi.waitFor(() =>
      expect(heardBy(watcher, 'pusher_internal:member_removed').map(({ data }) => data)).toContain('{"user_id":"7"}'),
    );
    // What the third process says may arrive after what the second one said.
    await vi.waitFor(() =>
      expect(one.hub.channels.find('presence-r')?.presence?.userIds().toSorted()).toEqual(['l', 'w']),
    );
  });

  it('end the sockets of a session that another one ended', async () => {
    const { one, two, url, config } = await openTwo();
    const [own, stranger, signedOnly] = [two.attach(), two.attach(), two.attach()];
    own.subscribe('private-user.7');
    stranger.subscribe('private-user.8');
    // The web app asks one process, and the socket is in the other one.
    one.broadcaster.authorize(signedOnly.connection.id, 'private-user.7', undefined, new Date());
    await vi.waitFor(() => expect(signedOnly.connection.signedFor.has('private-user.7')).toBe(true));
    await one.broadcaster.reauthorize(7);
    await vi.waitFor(() => expect([own.ended, signedOnly.ended]).toMatchObject([{ code: 4200 }, { code: 4200 }]));
    expect(stranger.ended).toBeNull();

    const again = two.attach();
    again.subscribe('private-user.7');
    const command = await openShortLived({ ...config, databaseUrl: url }, { log: silent, complain: () => {} });
    await command.reauthorize(7);
    await command.close();
    await vi.waitFor(() => expect(again.ended).toMatchObject({ code: 4200 }));
  });

  it('end a socket whose session ended while another one still signed for it', async () => {
    const { one, two } = await openTwo();
    const asked = new Date();
    await one.broadcaster.reauthorize(7);
    await vi.waitFor(() => expect(two.hub.sentAway.has('private-user.7')).toBe(true));
    const socket = two.attach();
    one.broadcaster.authorize(socket.connection.id, 'private-user.7', undefined, asked);
    await vi.waitFor(() => expect(socket.ended).toMatchObject({ code: 4200 }));
  });

  it('end the sockets of a user whom Pusher’s API names', async () => {
    const { one, two } = await openTwo();
    const user = two.attach();
    const { auth, user_data } = one.broadcaster.authenticate(user.connection.id, 7);
    user.say({ event: 'pusher:signin', data: { auth, user_data } });
    expect(heardBy(user, 'pusher:signin_success')).toHaveLength(1);
    terminateUser(one.hub, '7');
    await vi.waitFor(() => expect(user.ended).toMatchObject({ code: 4009 }));
  });
});
