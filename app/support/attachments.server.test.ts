import { createSession } from '@remix-run/node';
import { beforeEach, expect, it } from 'vitest';
import { csrfToken } from '../platform/request/csrf.server';
import type { RequestContext } from '../platform/request/request-context.server';
import type { MemberSession } from '../platform/request/session.server';
import { readAttachments } from './attachments.server';

const ids = ['0193d2a0-0000-4000-8000-000000000001', '0193d2a0-0000-4000-8000-000000000002'] as const;

let session: MemberSession;
beforeEach(() => {
  session = createSession({
    user: { id: 7, name: 'Mia', email: 'mia@example.org', has_password: true },
    token: { access_token: 'x', expires_in: 3600, session_start: 0 },
  }) as unknown as MemberSession;
});

/** Posts a form to an upstream that stores files of the name `good…` and refuses others. */
async function post(entries: [name: string, value: string | File][], { formless = false } = {}) {
  const sent = formless ? new URLSearchParams() : new FormData();
  sent.append('csrf', csrfToken(session));
  for (const [name, value] of entries) sent.append(name, value as string);
  const request = new Request('http://localhost:3000/support/ticket/1', { method: 'POST', body: sent });
  const current = {
    request,
    session,
    url: new URL(request.url),
    t: (key: string) => key,
    setLanguage() {},
    api: {
      async upload(_: unknown, { name, bytes }: { name: string; bytes: AsyncIterable<Uint8Array> }) {
        let size = 0;
        for await (const piece of bytes) size += piece.length;
        if (name.startsWith('good')) return { ok: true, data: { id: ids[1], name: `clean ${name}`, size } };
        return {
          ok: false,
          failure: { status: name.startsWith('down') ? 502 : 422, message: 'No.', errors: {}, retryAfter: null },
        };
      },
    },
  } as unknown as RequestContext;
  const read = await readAttachments({ request, context: { current: Promise.resolve(current) } });
  const form = await current.form;
  return { ...read, fields: [...(form?.fields ?? [])], redisplay: form?.redisplay };
}

const file = (name: string, bytes = 'text') => new File([bytes], name);

it('the form has the files that arrived, after those that it had', async () => {
  const { files, failure, fields } = await post([
    ['message', 'Hallo'],
    ['attachments[]', ids[0]],
    ['attachment_names[]', 'first.pdf'],
    ['files', file('good.pdf')],
  ]);
  expect(failure).toBe(null);
  expect(files).toEqual([{ name: 'good.pdf', stored: { id: ids[1], name: 'clean good.pdf', size: 4 } }]);
  expect(fields).toEqual([
    ['message', 'Hallo'],
    ['attachments[]', ids[0]],
    ['attachment_names[]', 'first.pdf'],
    ['attachments[]', ids[1]],
    ['attachment_names[]', 'clean good.pdf'],
  ]);
});

it('files that did not arrive are named with their reasons, and the others are kept', async () => {
  const { failure, fields } = await post([
    ['files', file('bad.gif')],
    ['files', file('good.pdf')],
    ['files', file('large.pdf', 'x'.repeat(10 * 1024 * 1024 + 1))],
    ['files', file('down.pdf')],
    ['files', file('good too late.pdf')],
  ]);
  expect(failure).toMatchObject({
    status: 413,
    errors: {
      files: [
        'bad.gif: No.',
        'large.pdf: attachments:too_large',
        'down.pdf: attachments:unsent',
        'good too late.pdf: attachments:unsent',
      ],
    },
  });
  expect(fields).toEqual([
    ['files_again', 'bad.gif'],
    ['attachments[]', ids[1]],
    ['attachment_names[]', 'clean good.pdf'],
    ['files_again', 'large.pdf'],
    ['files_again', 'down.pdf'],
    ['files_again', 'good too late.pdf'],
  ]);
});

it('a file is taken out by its button', async () => {
  const kept: [string, string][] = [
    ['attachments[]', ids[0]],
    ['attachment_names[]', 'first.pdf'],
    ['attachments[]', ids[1]],
    ['attachment_names[]', 'second.pdf'],
    ['remove_attachment', ids[0]],
  ];
  for (const formless of [false, true]) {
    const { failure, fields, redisplay } = await post(kept, { formless });
    expect([failure, redisplay]).toEqual([null, true]);
    expect(fields.filter(([name]) => name.startsWith('attachment'))).toEqual([
      ['attachments[]', ids[1]],
      ['attachment_names[]', 'second.pdf'],
    ]);
  }
});

it('the file names of an earlier attempt are dropped', async () => {
  const { failure, fields } = await post([['files_again', 'old.pdf']]);
  expect([failure, fields]).toEqual([null, []]);
});
