import type { OpenAPIHono } from '@hono/zod-openapi';

export type Language = 'en' | 'de';

/** The signed-in member, put in place by the identity module. */
export interface CurrentMember {
  id: number;
  /** The session that the bearer token belongs to. */
  sessionId: string;
  permissions: string[];
}

export interface Env {
  /** One object for every call that is made for the same request of a browser. */
  Bindings: { ip: string | null; requestId: string };
  Variables: {
    ip: string | null;
    requestId: string;
    /** From Accept-Language; English when the caller speaks neither. */
    language: Language;
    /** The instant of the request; the domain knows no other clock. */
    now: Date;
    /** Of the tab that acts, for `broadcast`: it does not hear what it did itself. */
    socketId?: string;
    member?: CurrentMember;
  };
}

export type Api = OpenAPIHono<Env>;
