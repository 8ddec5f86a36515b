import type { Failure } from '../platform/request/failure.server';
import type { SentFile } from './sent-file';

/** Returns the files that have arrived, as the fields of `readAttachments` name them. */
export function sentFilesIn(fields: FormData): SentFile[] {
  const names = fields.getAll('attachment_names[]').map(String);
  return fields.getAll('attachments[]').map((id, index) => ({ id: String(id), name: names[index] ?? '' }));
}

/** Puts what upstream refuses about attachments at the field in which they are chosen. */
export function atFiles({ errors: { attachments, ...errors }, ...failure }: Failure): Failure {
  return { ...failure, errors: { ...errors, ...(attachments && { files: attachments }) } };
}
