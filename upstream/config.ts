/** A Pusher-compatible service. */
export interface PusherConfig {
  appId: string;
  key: string;
  secret: string;
  /** Of Pusher Channels; only while there is no `host`. */
  cluster: string;
  host: string | null;
  port: number;
  scheme: 'https' | 'http';
}

/** What the upstream needs to know of its surroundings; the composition root reads it from the environment. */
export interface UpstreamConfig {
  /** Origin used in mailed links, no trailing slash. */
  publicUrl: string;
  /** Folder of the embedded database, absolute. */
  dataDir: string;
  /** A PostgreSQL instead of the embedded database. */
  databaseUrl?: string;
  /** Seed the demo club. */
  demo: boolean;
  /** In a demo club something happens now and then by itself. */
  demoSimulator?: boolean;
  production: boolean;
  /** Newest first; every purpose derives a key of its own from them. */
  secrets: string[];
  /** Without it mails go to the mailbox table and `/_mail` shows them. */
  smtpUrl?: string;
  mailFrom: string;
  productName: string;
  modules: string[];
  /** Events go there; without it the embedded endpoint serves browsers itself. */
  pusher?: PusherConfig;
  /** Template of users' channels, `user.{id}` unless configured. */
  userChannel?: string;
  /** Age in days at which read notifications are deleted; 180 unless set. */
  notificationDays?: number;
  recaptcha?: { secret: string; verifyUrl: string };
}
