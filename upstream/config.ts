import type { ChannelNames } from './broadcasting/broadcaster';

/** A Pusher-compatible service. */
export interface PusherConfig {
  appId: string;
  key: string;
  secret: string;
  /** The cluster of Pusher Channels. Used only without a `host`. */
  cluster: string;
  host: string | null;
  port: number;
  scheme: 'https' | 'http';
}

/** What the upstream needs to know of its environment. The composition root reads it from the environment variables. */
export interface UpstreamConfig {
  /** Origin used in mailed links, no trailing slash. */
  publicUrl: string;
  /** Folder of the embedded database, absolute. */
  dataDir: string;
  /** A PostgreSQL instead of the embedded database. */
  databaseUrl?: string;
  /** Seed the demo club. */
  demo: boolean;
  /** Let something happen in the demo club from time to time. */
  demoSimulator?: boolean;
  production: boolean;
  /** Newest first. Each purpose derives its own key from them. */
  secrets: string[];
  /** The server that sends mails. */
  smtpUrl?: string;
  /** Mails go to the mailbox table, and `/_mail` shows them. With neither this nor `smtpUrl`, mails are discarded. */
  mailbox: boolean;
  mailFrom: string;
  productName: string;
  modules: string[];
  /** Events go to this service. Without it, browsers connect to the embedded endpoint. */
  pusher?: PusherConfig;
  /** The app of the embedded endpoint, and origins of pages of other servers that use it. */
  endpoint?: { id: string; key: string; secret: string | null; origins: string[] };
  /** Names of channels; those of `contract/realtime` by default. */
  channels?: ChannelNames;
  /** Age in days at which read notifications are deleted; 180 by default. */
  notificationDays?: number;
  recaptcha?: { secret: string; verifyUrl: string };
}
