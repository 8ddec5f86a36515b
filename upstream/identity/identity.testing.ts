/** A club with only the identity module, for tests: its calls, its outbox, and members in any state. */
import { randomUUID } from 'node:crypto';
import type { UpstreamConfig } from '../config';
import { type TestDatabase, testConfig } from '../database/database.testing';
import { createApi } from '../http/api';
import type { Api, MemberColumns } from '../http/env';
import type { Mail } from '../mail/mail';
import { admitBody } from '../members/body-admission';
import { users } from '../members/members.tables';
import { newRefHash } from '../members/membership';
import { memberPermissions } from '../members/permissions';
import type { ShownUser } from '../members/users';
import { mountTerms } from '../terms/terms.api';
import { seedTerms } from '../terms/terms.seed';
import { termAcceptances, terms } from '../terms/terms.tables';
import type { Paragraph } from '../terms/terms-difference';
import { mountIdentity } from './identity.api';
import type { HeaderBlocks } from './identity-member.api';
import { memberChecks } from './member-checks';
import { hashPassword } from './passwords/passwords';
import type { Subjects } from './verification/verification-purpose';

export interface CallOptions {
  body?: unknown;
  token?: string | undefined;
  ip?: string | null;
  device?: string | undefined;
  language?: 'en' | 'de';
  userAgent?: string;
  ifMatch?: string;
  /** Sent with the request. The upstream must not trust any of them. */
  headers?: Record<string, string>;
  /** The path of the web app's page that the call is for. */
  page?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** Null without a body. */
  body: Body;
}

/** All fields that any answer has. A test reads those of its call. */
interface Body {
  message: string;
  error: string;
  errors: Record<string, string[]>;
  token: { access_token: string; expires_in: number };
  user: ShownUser;
  device_token: string;
  challenge: string;
  status: string;
  data: { name: string }[];
  code: string;
  term_updates: { name: string; url: string; version: number; diff_url: string | null; changed_sections: string[] }[];
  term_updates_etag: string | null;
  instruction_state: Record<string, boolean>;
  paragraphs: Paragraph[];
  pending: { email: string; code_sent_at: string; code_expires_at: string; expires_at: string } | null;
  ghost: { actor_name: string; reason: string; expires_at: string; read_only: boolean } | null;
}

export interface Club extends TestDatabase {
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body: unknown, options?: CallOptions): Promise<Answer>;
  /** Mails sent so far, oldest first, after every job is done. */
  mails(): Promise<Mail[]>;
  /** Adds a member, who has agreed to the terms unless `acceptedTerms` is false. */
  addMember(
    member?: Partial<typeof users.$inferInsert> & { password?: string | null; acceptedTerms?: boolean },
  ): Promise<typeof users.$inferSelect>;
}

const isJson = ({ headers }: Response): boolean => !/\b(xml|calendar)\b/.test(headers.get('content-type') ?? '');

export const password = 'walnut-lantern-42';
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
let hashOfPassword: Promise<string> | undefined;

/**
 * Opens a club.
 * @param mount adds other modules and returns their blocks of the header
 * @param subjectsOf what these modules know about the contexts that mailed codes confirm
 * @param columns what they add to the query that finds the member
 */
export async function openClub(
  open: (overrides?: Partial<UpstreamConfig>) => Promise<TestDatabase>,
  overrides: Partial<UpstreamConfig> = {},
  mount: (api: Api, deps: TestDatabase) => HeaderBlocks = () => ({}),
  subjectsOf: (deps: TestDatabase) => Subjects = () => ({}),
  columns: Pick<MemberColumns, 'tickets' | 'chat' | 'news'> = {},
): Promise<Club> {
  const deps = await open({ secrets: [...testConfig.secrets], ...overrides });
  const api = createApi(deps, { checks: memberChecks(deps, columns), isMember: admitBody(deps) });
  mountIdentity(api, deps, mount(api, deps), subjectsOf(deps));
  mountTerms(api, deps);
  await seedTerms(deps.db);
  // As a mailbox, which shows the mail of a repeated job once.
  const outbox = new Map<string, Mail>();
  deps.jobs.work('mail', async ({ id, data }) => void outbox.set(id, data));

  const call: Club['call'] = async (method, path, options = {}) => {
    const headers = new Headers({
      ...options.headers,
      'accept-language': options.language ?? 'en',
      'user-agent': options.userAgent ?? chrome,
      'content-type': 'application/json',
    });
    if (options.token) headers.set('authorization', `Bearer ${options.token}`);
    if (options.ifMatch) headers.set('if-match', options.ifMatch);
    if (options.device) headers.set('x-device-token', options.device);
    const body = options.body === undefined ? undefined : JSON.stringify(options.body);
    const env = {
      ip: options.ip === undefined ? '192.0.2.1' : options.ip,
      requestId: randomUUID(),
      ...(options.page && { page: options.page }),
    };
    const response = await api.fetch(new Request(`http://localhost/api${path}`, { method, headers, body }), env);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: isJson(response) ? JSON.parse(text || 'null') : text,
    };
  };

  return {
    ...deps,
    call,
    post: (path, body, options) => call('POST', path, { ...options, body }),
    mails: async () => {
      // A job may enqueue a mail, which is another job.
      await deps.jobs.idle();
      await deps.jobs.idle();
      return [...outbox.values()];
    },
    addMember: async ({ password: wanted, acceptedTerms = true, ...member } = {}) => {
      const now = new Date();
      hashOfPassword ??= hashPassword(password);
      const passwordHash = wanted === null ? null : await (wanted ? hashPassword(wanted) : hashOfPassword);
      const row = {
        firstname: 'Mia',
        lastname: 'Sommer',
        email: 'mia@example.org',
        passwordHash,
        language: 'en' as const,
        country: 'DE',
        birthdate: '1990-05-17',
        emailVerifiedAt: now,
        permissions: memberPermissions,
        refHash: newRefHash(),
        createdAt: now,
        updatedAt: now,
        ...member,
      };
      const [added] = await deps.db.insert(users).values(row).returning();
      if (!added) throw new Error('The member was not written.');
      const published = acceptedTerms ? await deps.db.select({ termsId: terms.id }).from(terms) : [];
      const acceptances = published.map(({ termsId }) => ({ termsId, userId: added.id, acceptedAt: now }));
      if (acceptances.length > 0) await deps.db.insert(termAcceptances).values(acceptances);
      return added;
    },
  };
}

/** Returns a valid application for membership. */
export async function application(club: Club, overrides: Record<string, unknown> = {}) {
  const rows = await club.db.select({ id: terms.id }).from(terms);
  return {
    firstname: 'Nora',
    lastname: 'Feld',
    email: 'nora@example.org',
    password,
    password_confirmation: password,
    language: 'en',
    country: 'DE',
    birthdate: '1991-02-03',
    terms: rows.map((row) => row.id),
    ...overrides,
  };
}

export const signIn = async (club: Club, options: CallOptions = {}, email = 'mia@example.org'): Promise<Answer> =>
  club.post('/auth/login', { email, password }, options);

/** Signs in and returns the bearer token. Throws with the answer, and what was logged, if the sign-in is refused. */
export async function getToken(club: Club, email?: string, options: CallOptions = {}): Promise<string> {
  const { status, body } = await signIn(club, options, email);
  if (!body.token) throw new Error(`The sign-in was refused: ${status} ${JSON.stringify(body)} ${club.problems}`);
  return body.token.access_token;
}
