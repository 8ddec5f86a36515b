/** A club with exports and deletion, for tests. */
import type { z } from '@hono/zod-openapi';
import { unzipSync } from 'fflate';
import type { AccountDeletion, DataExport } from '../contract/privacy';
import type { Open } from '../database/database.testing';
import type { PersonalData } from '../database/personal-data';
import type { Api } from '../http/env';
import { type CallOptions, type Club, openClub, password, signIn } from '../identity/identity.testing';
import { personalData } from '../personal-data';
import { buildExport } from './export-build';
import { mountPrivacy } from './privacy.api';

type PrivacyBody = z.infer<typeof DataExport> & z.infer<typeof AccountDeletion>;
type Answer = Omit<Awaited<ReturnType<Club['call']>>, 'body'> & {
  body: PrivacyBody & { message: string; code: string; errors: Record<string, string[]> };
};

export interface PrivacyClub extends Omit<Club, 'call'> {
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Signs in, by default as the member that `addMember` adds, and returns the bearer token. */
  bearer(email?: string): Promise<string>;
  file(token: string, id: string | null): Promise<Response>;
  /** Builds an export as the queue would. */
  build(id: string | null): Promise<void>;
  /** Requests the deletion of the account with password and mailed code. */
  requestDeletion(token: string): Promise<Answer>;
}

/** @param worked false leaves exports waiting, for tests that build them themselves */
export async function openPrivacyClub(
  open: Open,
  { data = personalData, worked = true }: { data?: readonly PersonalData[]; worked?: boolean } = {},
): Promise<PrivacyClub> {
  let api: Api | undefined;
  const club = await openClub(open, {}, (mounted, deps) => {
    mountPrivacy(mounted, deps, data);
    api = mounted;
    return {};
  });
  const build = (id: string | null) => buildExport(club, data, id ?? '', new Date());
  if (worked) club.jobs.work('export', (job) => build(job.data.exportId));
  const call = club.call as unknown as PrivacyClub['call'];
  return {
    ...club,
    call,
    build,
    async bearer(email) {
      const { status, body } = await signIn(club, {}, email);
      if (status !== 200) throw new Error(`The sign-in was answered ${status}: ${JSON.stringify(body)}`);
      return body.token.access_token;
    },
    async file(token, id) {
      const headers = { authorization: `Bearer ${token}` };
      const request = new Request(`http://localhost/api/user/export/${id}/file`, { headers });
      if (!api) throw new Error('Nothing is mounted');
      return api.fetch(request, { ip: '192.0.2.1', requestId: 'request-1' });
    },
    async requestDeletion(token) {
      await club.post('/user/request-verification-code', { action: 'account.delete', context: '' }, { token });
      const body = { password, verification_method: 'email', verification_code: await newestCode(club) };
      return call('POST', '/user/delete', { token, body });
    },
  };
}

/** Returns the code of the newest mail that has one. */
export async function newestCode(club: Pick<Club, 'mails'>): Promise<string> {
  const codes = (await club.mails()).map(({ subject }) => /\b(\d{3}) (\d{3})$/.exec(subject));
  return (
    codes
      .filter((code) => code !== null)
      .at(-1)
      ?.slice(1)
      .join('') ?? ''
  );
}

/** Returns the files of a ZIP by name, as texts. */
export const unzip = (bytes: ArrayBuffer | Uint8Array): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(bytes))).map(([name, file]) => [name, Buffer.from(file).toString()]),
  );

/** Reads RFC 4180 without the library that wrote it. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy;
  let row: string[] = [];
  const plain = text.replace(/^\uFEFF/, '');
  while (cells.lastIndex < plain.length) {
    const cell = cells.exec(plain);
    if (!cell) throw new Error('This is no CSV');
    row.push(cell[1]?.replaceAll('""', '"') ?? cell[2] ?? '');
    if (cell[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
