import { Counter, Gauge, type Registry } from 'prom-client';

/** The metrics of the endpoint. Labels have few values: never a channel, a user or an address. */
export interface Metrics {
  opened: Counter;
  refused: Counter<'code'>;
  closed: Counter<'code'>;
  received: Counter<'event'>;
  published: Counter<'source'>;
  sent: Counter;
  requests: Counter<'status'>;
}

interface Levels {
  connections(): number;
  channels(): number;
}

/** Registers the metrics of the endpoint. Gauges are read when the metrics are requested. */
export function createMetrics(registry: Registry, levels: Levels): Metrics {
  const registers = [registry];
  new Gauge({
    name: 'realtime_connections',
    help: 'Websockets that are open',
    registers,
    collect() {
      this.set(levels.connections());
    },
  });
  new Gauge({
    name: 'realtime_channels',
    help: 'Channels with a listener or a kept event',
    registers,
    collect() {
      this.set(levels.channels());
    },
  });
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter<Label>({ name: `realtime_${name}_total`, help, labelNames, registers });
  return {
    opened: counter('connections_opened', 'Websockets that were let in'),
    refused: counter('connections_refused', 'Websockets that were refused, by the code they were told', 'code'),
    closed: counter('connections_closed', 'Websockets that ended, by their close code', 'code'),
    received: counter('messages_received', 'Frames from clients, by kind', 'event'),
    published: counter('events_published', 'Events, once for each channel, by who sent them', 'source'),
    sent: counter('messages_sent', 'Frames of events that were sent to clients'),
    requests: counter('http_requests', 'Requests to the HTTP API, by status', 'status'),
  };
}
