/**
 * The other processes of the club. A browser hears what happens in any of them, whichever it is connected to: events,
 * who is in a channel, the last event of a cache channel, and the end of a session.
 */
import type { Logger } from 'pino';
import { type Line, type LineOptions, openLine } from '../database/line';
import { sendToAll } from './channels';
import { dismiss, sendAwayHere } from './departure';
import { codes, memberAddedFrame, memberRemovedFrame } from './frames';
import type { Hub } from './hub';
import { readSaid, type Said } from './peer-messages';
import { deliver, faultOf } from './publish';
import { admitSigned } from './signed-sockets';
import { terminateUserHere } from './users';

export interface Peers {
  close(): Promise<void>;
}

/**
 * Connects the hub with those of the other processes on the same PostgreSQL that have the same secrets.
 * @throws LineDeaf if the database does not deliver notifications
 */
export async function joinPeers(
  hub: Hub,
  place: Pick<LineOptions, 'databaseUrl' | 'secrets'>,
  log: Logger,
): Promise<Peers> {
  let line: Line | undefined;
  const say = (said: Said) => {
    const words = JSON.stringify(said);
    // Members send these. However many they send, what servers say has its turn.
    if (said.kind === 'frame') line?.mention(words);
    else line?.say(words);
  };
  const introduce = () => {
    say(stateOf(hub));
    say({ kind: 'ask' });
  };
  line = await openLine({
    ...place,
    log,
    onArrived: introduce,
    onHeard: (words, from) => {
      const said = readSaid(words);
      if (said?.kind === 'ask') say(stateOf(hub));
      else if (said) hear(hub, said, from);
    },
    onLost: (from) => replacePresence(hub, from, []),
    onGap: () => reconnectAll(hub),
  });
  hub.tellPeers = (said) => {
    if (line.others > 0) say(said);
  };
  introduce();
  return {
    close: async () => {
      hub.tellPeers = () => {};
      await line.close();
    },
  };
}

function hear(hub: Hub, said: Exclude<Said, { kind: 'ask' }>, from: string) {
  switch (said.kind) {
    case 'event':
      return faultOf(said.event) ? undefined : deliver(hub, said.event);
    case 'frame': {
      const channel = hub.channels.find(said.channel);
      if (channel) hub.metrics.sent.inc(sendToAll(channel, said.frame, said.except));
      return;
    }
    case 'send_away':
      return sendAwayHere(hub, said.channel);
    case 'terminate':
      return terminateUserHere(hub, said.userId);
    case 'signed':
      return admitSigned(hub, said);
    case 'joined':
      return arrive(hub, from, said);
    case 'left':
      return part(hub, from, said);
    case 'state':
      replacePresence(hub, from, said.present);
      for (const { channel, frame, leftMs } of said.kept) hub.channels.keep(channel, frame, hub.now() + leftMs);
  }
}

type Present = Extract<Said, { kind: 'state' }>['present'][number];

function arrive({ channels }: Hub, from: string, { channel: name, id, info }: Present): void {
  const channel = channels.openPresence(name);
  if (channel?.presence?.arrive(from, { id, info })) sendToAll(channel, memberAddedFrame(name, id, info));
}

function part({ channels }: Hub, from: string, { channel: name, id }: Omit<Present, 'info'>): void {
  const channel = channels.find(name);
  if (!channel?.presence?.part(from, id)) return;
  sendToAll(channel, memberRemovedFrame(name, id));
  channels.tidy(name);
}

/** Takes over who is in the channels of another process, and tells listeners here of the differences. */
function replacePresence(hub: Hub, from: string, present: Present[]): void {
  const named = new Set(present.map(({ channel, id }) => `${channel} ${id}`));
  for (const [channel, { presence }] of [...hub.channels.all()]) {
    for (const id of presence?.idsAt(from) ?? []) if (!named.has(`${channel} ${id}`)) part(hub, from, { channel, id });
  }
  for (const one of present) arrive(hub, from, one);
}

function stateOf({ channels, now }: Hub): Said {
  const present: Present[] = [];
  const kept: Extract<Said, { kind: 'state' }>['kept'] = [];
  for (const [channel, { presence, kept: last }] of channels.all()) {
    for (const { id, info } of presence?.usersHere() ?? []) present.push({ channel, id, info });
    if (last && last.until > now()) kept.push({ channel, frame: last.frame, leftMs: last.until - now() });
  }
  return { kind: 'state', present, kept };
}

/** Closes all sockets, so that browsers reconnect and reload the figures of their page. */
function reconnectAll(hub: Hub): void {
  for (const connection of [...hub.connections.values()])
    dismiss(hub, connection, codes.reconnect, 'Events may be missing');
}
