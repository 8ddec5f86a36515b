import type { ActionFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import { attachmentLimits } from '../../upstream/contract/support-attachments';
import type { RouteHandle } from '../platform/page/handle';
import { answerInBackground } from '../platform/request/background.server';
import { readFormWithFiles } from '../platform/request/form-files.server';
import { requireMember } from '../platform/request/gates.server';
import { contextOf } from '../platform/request/request-context.server';
import { reasonOf } from './attachments.server';

export const handle = {
  gate: 'member',
  modules: ['support'],
  permission: 'support.write',
} satisfies Partial<RouteHandle>;

/** For script, which shows the progress: takes one file and answers with it, or with why it cannot be attached. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const current = await contextOf(args);
  let refused: { status: number; message: string } | undefined;
  const answer = await answerInBackground(async () => {
    const { form, files } = await readFormWithFiles(current, {
      field: 'file',
      limits: { ...attachmentLimits, files: 1 },
      store: (file) => current.api.upload(contract.supportAttachments.uploadAttachment, file),
    });
    await requireMember(args, handle);
    const [file] = files;
    if (file && 'stored' in file && form.faults.length === 0) return file.stored;
    const status =
      file && 'failure' in file
        ? file.failure.status
        : file && 'problem' in file && file.problem === 'too_large'
          ? 413
          : 422;
    refused = { status, message: file ? reasonOf(current, file) : current.t('attachments:unsent') };
    return refused;
  });
  return refused ? Response.json(refused, { status: refused.status }) : answer;
}
