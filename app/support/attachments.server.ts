/** The files of a form of support. Rules: docs/product/support.md#attachments. */
import type { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import { type Attachment, attachmentLimits } from '../../upstream/contract/support-attachments';
import type { Failure } from '../platform/request/failure.server';
import { type FormFile, readFormWithFiles } from '../platform/request/form-files.server';
import { type Args, contextOf, type RequestContext } from '../platform/request/request-context.server';

type StoredFile = z.output<typeof Attachment>;

export interface AttachedFiles {
  /** What became of the files that this POST brought. */
  files: FormFile<StoredFile>[];
  /** Why the form cannot be sent, for `reply`; null if it can. The files that arrived are kept by the form. */
  failure: Failure | null;
}

/**
 * Reads a posted form and stores its files while they arrive. An action calls it first, before `requireMember`, which
 * reads the form otherwise. The form then has these fields, which the page shows as hidden fields of the same names:
 * `attachments` with the ids of all files that have arrived, now or with an earlier attempt, and `attachment_names` with
 * their names in the same order. `files_again` has the names of the files that have to be chosen again; it is not
 * hidden in the next form. A button `remove_attachment` with an id takes a file out and shows the form again.
 */
export async function readAttachments(args: Args): Promise<AttachedFiles> {
  const current = await contextOf(args);
  const { form, files } = await readFormWithFiles<StoredFile>(current, {
    field: 'files',
    limits: attachmentLimits,
    countKept: (sent) => sent.getAll('attachments[]').length,
    store: (file) => current.api.upload(contract.supportAttachments.uploadAttachment, file),
    note: noteFiles,
  });
  return {
    files,
    failure: form.redisplay ? null : failureOf(current, files, form.fields.getAll('files_again').map(String)),
  };
}

function noteFiles(sent: FormData, files: FormFile<StoredFile>[]): void {
  // These names are from an earlier attempt. This attempt adds its own.
  sent.delete('files_again');
  removeAttachment(sent, sent.get('remove_attachment'));
  for (const file of files) {
    if ('stored' in file) {
      sent.append('attachments[]', file.stored.id);
      sent.append('attachment_names[]', file.stored.name);
    } else sent.append('files_again', file.name);
  }
}

function removeAttachment(sent: FormData, id: unknown): void {
  if (typeof id !== 'string') return;
  const [ids, names] = [sent.getAll('attachments[]'), sent.getAll('attachment_names[]')];
  sent.delete('attachments[]');
  sent.delete('attachment_names[]');
  for (const [at, kept] of ids.entries()) {
    if (kept === id) continue;
    sent.append('attachments[]', kept);
    sent.append('attachment_names[]', names[at] ?? '');
  }
  sent.set('redisplay', '');
}

/** Every file that did not arrive has its reason. A carried form knows only the names. */
function failureOf(current: RequestContext, files: FormFile<StoredFile>[], again: string[]): Failure | null {
  const lost = files.filter((file) => !('stored' in file));
  const texts =
    lost.length > 0
      ? lost.map((file) => `${file.name}: ${reasonOf(current, file)}`)
      : again.map((name) => `${name}: ${current.t('attachments:unsent')}`);
  const [message] = texts;
  if (!message) return null;
  const isTooLarge = lost.some((file) => 'problem' in file && file.problem === 'too_large');
  return { status: isTooLarge ? 413 : 422, message, errors: { files: texts }, retryAfter: null };
}

/** Returns the words for a file that did not arrive. */
export function reasonOf({ t }: Pick<RequestContext, 't'>, file: FormFile<unknown>): string {
  if ('problem' in file) return t(`attachments:${file.problem}`);
  if (!('failure' in file)) return '';
  const { status, message } = file.failure;
  if (status === 413) return t('attachments:too_large');
  // Upstream names what is wrong with a file, in the member's language. Its other refusals are not about the file.
  return status === 422 || status === 429 ? message : t('attachments:unsent');
}
