import type { Context } from 'hono';
import type { Env } from '../http/env';

/** Returns the bearer token of a call, or undefined. */
export const bearerOf = (c: Context<Env>): string | undefined =>
  /^Bearer ([\x21-\x7e]{20,200})$/i.exec(c.req.header('authorization') ?? '')?.[1];

// An API token differs from a session token by its length. A session token may begin with any four characters.
const apiTokenFormat = /^alm_[0-9A-Za-z]{49}$/;

/** Returns whether a bearer token has the format of an API token, valid or not. */
export const isApiToken = (bearer: string): boolean => apiTokenFormat.test(bearer);
