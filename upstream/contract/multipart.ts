/**
 * Reads `multipart/form-data` (RFC 7578) while it arrives: one part after the other, and of a part one piece at a time.
 * Whoever reads sets the pace, and only a few pieces are in memory. For the server halves only.
 */

/** A field, or a file if it has a file name. */
export interface Part {
  name: string;
  /** As the sender wrote it: never a path to use. Null for a field, empty if no file was chosen. */
  fileName: string | null;
  /** Must be read before the next part is asked for. What is not read is skipped. */
  bytes: AsyncIterable<Uint8Array>;
}

/** The body breaks off, or is no `multipart/form-data`. A part whose reading ends without it has arrived as a whole. */
export class BrokenMultipart extends Error {
  override name = 'BrokenMultipart';
}

/** Bytes of the headers of one part. File names of browsers are shorter. */
const maxHeaders = 8 * 1024;
/** Spaces that may follow a boundary. */
const maxPadding = 64;

/** Returns the boundary that a `Content-Type` names, or null if it is no `multipart/form-data`. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(contentType) ??
    [];
  return quoted ?? plain ?? null;
}

/**
 * Yields the parts of a body in their order.
 * @throws BrokenMultipart here or from `bytes`; errors of the body are passed on
 */
export async function* readParts(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Part> {
  const source = body[Symbol.asyncIterator]();
  const arrived = new Arrived(source);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  try {
    await skip(pieces(arrived, delimiter));
    while (!(await arrived.isLast())) {
      const { name, fileName } = describe(await arrived.take(headerEnd, maxHeaders));
      const bytes = pieces(arrived, delimiter);
      yield { name, fileName, bytes };
      await skip(bytes);
    }
  } finally {
    await source.return?.();
  }
}

const lineEnd = Buffer.from('\r\n');
const headerEnd = Buffer.from('\r\n\r\n');

/** What has arrived and is not read yet. */
class Arrived {
  // A boundary begins with a line end, and the first one has none before it.
  held: Buffer = Buffer.from(lineEnd);

  constructor(private readonly source: AsyncIterator<Uint8Array>) {}

  async more(): Promise<void> {
    const { value, done } = await this.source.next();
    if (done) throw new BrokenMultipart('The body ends too early.');
    const piece = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    this.held = this.held.length > 0 ? Buffer.concat([this.held, piece]) : piece;
  }

  /** Returns what comes before `end`, at most `most` bytes, and drops both. */
  async take(end: Buffer, most: number): Promise<Buffer> {
    for (;;) {
      const at = this.held.subarray(0, most + end.length).indexOf(end);
      if (at !== -1) return this.drop(at + end.length).subarray(0, at);
      if (this.held.length >= most + end.length) throw new BrokenMultipart('A head is too long.');
      await this.more();
    }
  }

  drop(length: number): Buffer {
    const dropped = this.held.subarray(0, length);
    this.held = this.held.subarray(length);
    return dropped;
  }

  /** Whether the boundary that was read is the last one. Drops its line unless it is. */
  async isLast(): Promise<boolean> {
    while (this.held.length < 2) await this.more();
    if (this.held.toString('latin1', 0, 2) === '--') return true;
    const padding = await this.take(lineEnd, maxPadding);
    if (/[^ \t]/.test(padding.toString('latin1'))) throw new BrokenMultipart('A boundary is followed by something.');
    // So that a part without headers ends its head as every other.
    this.held = Buffer.concat([lineEnd, this.held]);
    return false;
  }
}

/**
 * Returns what comes before the delimiter, piece by piece. Calls wait for each other, because a reader may go away with
 * a call under way, and the rest is skipped then.
 */
function pieces(arrived: Arrived, delimiter: Buffer): AsyncIterableIterator<Uint8Array> {
  let isOver = false;
  const read = async (): Promise<IteratorResult<Uint8Array>> => {
    while (!isOver) {
      const at = arrived.held.indexOf(delimiter);
      isOver = at !== -1;
      // Without a delimiter, the end may be the beginning of one.
      const piece = arrived.drop(isOver ? at : Math.max(0, arrived.held.length - delimiter.length + 1));
      if (isOver) arrived.drop(delimiter.length);
      if (piece.length > 0) return { value: piece, done: false };
      if (!isOver) await arrived.more();
    }
    return { value: undefined, done: true };
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    next() {
      const result = last.then(read);
      last = result;
      // Whoever asked gets the error. It must not count as unhandled where nobody waits any more.
      last.catch(() => {});
      return result;
    },
    // Going away in the middle does not end the part: the rest is skipped by the same iterator.
    return: async () => ({ value: undefined, done: true }),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function skip(bytes: AsyncIterator<Uint8Array>): Promise<void> {
  while (!(await bytes.next()).done);
}

/** Reads `Content-Disposition` as browsers write it: a backslash stands for itself (WHATWG). @throws BrokenMultipart */
function describe(head: Buffer): Omit<Part, 'bytes'> {
  const lines = head.toString('utf8').split('\r\n');
  const [disposition = ''] = lines.flatMap(
    (line) => /^content-disposition:\s*form-data\s*(;.*)$/is.exec(line)?.[1] ?? [],
  );
  const parameters = new Map<string, string>();
  for (const [, key = '', quoted, plain = ''] of disposition.matchAll(/;\s*([a-z*]+)=(?:"([^"]*)"|([^\s;"]+))/gi))
    parameters.set(key.toLowerCase(), unescaped(quoted ?? plain));
  const name = parameters.get('name');
  if (name === undefined) throw new BrokenMultipart('A part has no name.');
  return { name, fileName: parameters.get('filename') ?? null };
}

/** Browsers write quotation marks and line ends as in addresses. */
const unescaped = (written: string): string => written.replace(/%22|%0D|%0A/gi, (code) => decodeURIComponent(code));
