/** A club with attachments, and files, for tests. */
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { Open } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import type { Api } from '../../http/env';
import { type Club, openClub, signIn } from '../../identity/identity.testing';
import { addMessage, openTicket } from '../tickets/ticket-steps';
import { mountAttachments } from './attachments.api';
import { type NewAttachment, storeAttachment } from './store-attachment';

export const aPng = (width = 60, height = 40): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } })
    .png()
    .toBuffer();

/** A PDF by its signature, with bytes that no compression makes smaller. */
export const aPdf = (size = 1000): Buffer => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)]);

export async function* inPieces(bytes: Uint8Array, size = 60_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export const streamOf = (pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void pieces.return(undefined),
    },
    { highWaterMark: 0 },
  );

const boundary = 'test-boundary';

/** The body of an upload, while it is sent. */
export async function* asForm(
  pieces: AsyncIterable<Uint8Array>,
  { name = 'scan.pdf', field = 'file' } = {},
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`);
  yield* pieces;
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

/** Opens a club and returns it with ways to upload and to download as a member. */
export async function openAttachmentClub(open: Open) {
  let api: Api | undefined;
  const club = await openClub(open, {}, (mounted, deps) => {
    api = mounted;
    mountAttachments(mounted, deps);
    return {};
  });
  const ask = (path: string, init: RequestInit & { duplex?: 'half' }): Promise<Response> =>
    Promise.resolve(
      api?.fetch(new Request(`http://localhost/api/support/attachments${path}`, init), {
        ip: '192.0.2.1',
        requestId: 'request-1',
      }) as Response,
    );
  const enter = async (email = 'mia@example.org') => {
    const { id } = await club.addMember({ email });
    const { access_token: token } = (await signIn(club, {}, email)).body.token;
    const authorization = `Bearer ${token}`;
    return {
      id,
      token,
      /** Uploads bytes, or whatever body is given. */
      async upload(
        bytes: Uint8Array | ReadableStream<Uint8Array>,
        { name, headers = {} }: { name?: string; headers?: Record<string, string> } = {},
      ) {
        const body =
          bytes instanceof Uint8Array ? streamOf(asForm(inPieces(bytes), name === undefined ? {} : { name })) : bytes;
        const type = { 'content-type': `multipart/form-data; boundary=${boundary}` };
        const answer = await ask('', {
          method: 'POST',
          headers: { authorization, ...type, ...headers },
          body,
          duplex: 'half',
        });
        return { status: answer.status, headers: answer.headers, body: await answer.json() };
      },
      async get(path: string, headers: Record<string, string> = {}) {
        const answer = await ask(`/${path}`, { headers: { authorization, ...headers } });
        return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
      },
    };
  };
  return { club, enter, ask };
}

/** Writes a message into a ticket of the member, as the member or as staff, and returns its id. */
export const aMessage = ({ db }: Pick<Club, 'db'>, userId: number, now: Date, staffId?: number): Promise<string> =>
  transaction(db, async (tx) => {
    const about = { userId, category: 'other', subject: 'A scan', reference: null, followsId: null } as const;
    const ticket = await openTicket(tx, about, now);
    const author = staffId === undefined ? ('member' as const) : ('staff' as const);
    return addMessage(tx, ticket, { author, body: 'Here it is.', ...(staffId && { staffId }) }, now);
  });

/** Stores a file of a member as an upload does. */
export const store = (
  club: Parameters<typeof storeAttachment>[0],
  file: Partial<NewAttachment> & { userId: number },
  now: Date,
  bytes: Uint8Array = aPdf(),
) => storeAttachment(club, { name: 'scan.pdf', language: 'en', bytes: inPieces(bytes), ...file }, now);
