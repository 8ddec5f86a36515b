import type { OpenAPIHono } from '@hono/zod-openapi';

export type Language = 'en' | 'de';

/** The signed-in member, put in place by the identity module. */
export interface CurrentMember {
  id: number;
  /** The session that the bearer token belongs to. */
  sessionId: string;
  permissions: string[];
  /** Set for staff who look at the member's area. */
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

/** The member behind an API token: in no session, and admitted to nothing but the calls of its abilities. */
export interface TokenHolder {
  id: number;
  apiTokenId: string;
  permissions: string[];
}

export interface Env {
  /** One object for every call that is made for the same request of a browser. */
  Bindings: {
    ip: string | null;
    requestId: string;
    /** The path that the browser asked the web app for; absent where `/api` is called past it. */
    page?: string;
  };
  Variables: {
    ip: string | null;
    requestId: string;
    /** From Accept-Language; English when the caller speaks neither. */
    language: Language;
    /** Of the Time-Zone header: where the browser is of a member who set none; null where it does not say. */
    timeZone: string | null;
    /** The instant of the request; the domain knows no other clock. */
    now: Date;
    /** Of the tab that acts, for `broadcast`: it does not hear what it did itself. */
    socketId?: string;
    member?: CurrentMember | TokenHolder;
  };
}

export type Api = OpenAPIHono<Env>;
