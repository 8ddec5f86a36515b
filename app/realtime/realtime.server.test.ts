import { beforeEach, describe, expect, it, vi } from 'vitest';
import { embeddedApp, realtimeNames } from '../../upstream/contract/realtime';
import { EMBEDDED } from '../platform/browser/realtime-settings';

/** Returns the settings of a process with this environment. */
async function settingsWith(environment: Record<string, string>) {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  return (await import('./realtime.server')).realtimeSettings();
}

beforeEach(() => vi.resetModules());

describe('what pages say about realtime', () => {
  it('is nothing where the embedded endpoint serves it', async () => {
    expect(await settingsWith({})).toEqual({});
    expect(EMBEDDED).toMatchObject({
      key: embeddedApp.key,
      userChannel: realtimeNames.userChannel,
      clientChannel: realtimeNames.clientChannel,
      conversationChannel: realtimeNames.conversationChannel,
      notificationEvent: realtimeNames.events.notification,
      chatEvent: realtimeNames.events.chatMessage,
      chatUpdatedEvent: realtimeNames.events.chatUpdated,
      chatMessageUpdatedEvent: realtimeNames.events.chatMessageUpdated,
      chatReadEvent: realtimeNames.events.chatRead,
      chatClosedEvent: realtimeNames.events.chatClosed,
      ticketRepliedEvent: realtimeNames.events.ticketReplied,
      ticketUpdatedEvent: realtimeNames.events.ticketUpdated,
      clientEvent: realtimeNames.events.clientUpdated,
      newsEvent: realtimeNames.events.newsPublished,
    });
  });

  it('is where a service is, and what its channels and events are called', async () => {
    const settings = await settingsWith({
      PUSHER_APP_KEY: 'key-1',
      PUSHER_HOST: 'reverb.example.org',
      PUSHER_PORT: '8080',
      PUSHER_SCHEME: 'http',
      PUSHER_USER_CHANNEL: 'App.Models.User.{id}',
      PUSHER_CONVERSATION_CHANNEL: 'Talk.{id}',
      PUSHER_CHAT_EVENT: 'App\\Events\\ChatMessage',
      PUSHER_CHAT_UPDATED_EVENT: 'ChatUpdated',
      PUSHER_CHAT_MESSAGE_UPDATED_EVENT: 'MessageUpdated',
      PUSHER_CHAT_READ_EVENT: 'ChatRead',
      PUSHER_CHAT_CLOSED_EVENT: 'ChatClosed',
      PUSHER_NEWS_EVENT: 'NewsPublished',
    });
    expect(settings).toEqual({
      key: 'key-1',
      host: 'reverb.example.org',
      port: 8080,
      tls: false,
      userChannel: 'App.Models.User.{id}',
      conversationChannel: 'Talk.{id}',
      chatEvent: 'App\\Events\\ChatMessage',
      chatUpdatedEvent: 'ChatUpdated',
      chatMessageUpdatedEvent: 'MessageUpdated',
      chatReadEvent: 'ChatRead',
      chatClosedEvent: 'ChatClosed',
      newsEvent: 'NewsPublished',
    });
  });

  it('is the cluster of Pusher Channels without a host', async () => {
    const settings = await settingsWith({ PUSHER_APP_KEY: 'key-1', PUSHER_CLUSTER: 'mt1' });
    expect(settings).toEqual({ key: 'key-1', host: 'ws-mt1.pusher.com', port: 443, tls: true });
  });

  it('is that there is none with a foreign upstream alone', async () => {
    expect(await settingsWith({ UPSTREAM_URL: 'https://api.example.org' })).toBeNull();
  });
});
