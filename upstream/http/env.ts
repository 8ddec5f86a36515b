import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi';
import type { Placeholder, SQL } from 'drizzle-orm';
import type { Context } from 'hono';
import type { Queryable } from '../database/database';

export type Language = 'en' | 'de';

/** The signed-in member. The gate of members sets it. */
export interface CurrentMember {
  id: number;
  /** The session of the bearer token. */
  sessionId: string;
  permissions: string[];
  /** Set for staff who are in the member's area. */
  ghost?: GhostMode;
}

/** Who is in the member's area, why, and until when; see identity/ghost. */
export interface GhostMode {
  /** The member of staff. */
  actorId: number;
  actorName: string;
  reason: string;
  readOnly: boolean;
  expiresAt: Date;
}

/** The member behind an API token. It has no session, and only the calls of its abilities are open to it. */
export interface TokenHolder {
  id: number;
  apiTokenId: string;
  permissions: string[];
}

/** What other modules know of a member, as columns of a query on `users`. */
export interface MemberColumns {
  /** Whether terms wait for the member's consent. */
  hasTermUpdates: SQL<boolean>;
  notifications: { unread_count: SQL<number>; read_count: SQL<number> };
  /** Of support, where it is there. */
  tickets?: { unread_count: SQL<number>; unread_ticket_id: SQL<number | null>; waiting_count: SQL<number> };
  /** Of the chat, where it is there. */
  chat?: { unread_count: SQL<number>; unread_message_conversation_id: SQL<string | null> };
  /** Of news, where it is there. */
  news?: { unread_count: SQL<number> };
}

/** What the gate of members needs from the modules above it. `createApi` takes them. Each check throws if it refuses. */
export interface MemberChecks {
  /** `now` is the placeholder for the time of the request. */
  columns(db: Queryable, now: Placeholder): MemberColumns;
  /** The member behind an API token, for a call that the token may make. */
  admitApiToken(call: Pick<RouteConfig, 'security'>, token: string, c: Context<Env>): Promise<TokenHolder>;
  /** Whether staff may make the call in ghost mode. */
  passGhost(c: Context<Env>, member: CurrentMember): Promise<void>;
  /** Whether the call may go on before the member agrees to new terms. */
  requireAcceptedTerms(
    call: { method: string; path: string },
    member: { id: number; hasTermUpdates?: boolean },
    c: Context<Env>,
  ): Promise<void>;
}

export interface Env {
  /** One object for all calls that serve the same request of a browser. */
  Bindings: {
    ip: string | null;
    requestId: string;
    /** The path that the browser requested from the web app; absent if `/api` is called directly. */
    page?: string;
  };
  Variables: {
    ip: string | null;
    requestId: string;
    /** From Accept-Language; English if the caller accepts neither English nor German. */
    language: Language;
    /** The browser's time zone from the Time-Zone header, for members who set none; null without the header. */
    timeZone: string | null;
    /** The time of the request. The domain uses no other clock. */
    now: Date;
    /** The socket of the acting tab, for `broadcast`: the tab does not receive its own events. */
    socketId?: string;
    checks?: MemberChecks;
    member?: CurrentMember | TokenHolder;
  };
}

export type Api = OpenAPIHono<Env>;
