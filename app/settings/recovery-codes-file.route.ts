import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { env } from '../platform/request/env.server';
import { requireMember, unknownPath } from '../platform/request/gates.server';
import { acceptedForm } from '../platform/request/posted-form.server';
import { contextOf } from '../platform/request/request-context.server';
import { redirect } from '../platform/request/responses.server';
import { postedCodes, TWO_FACTOR } from './two-factor.server';

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

/** The recovery codes of the page that posts them, as a file. The page sends them, because nothing else has them. */
export async function action(args: ActionFunctionArgs) {
  const current = await contextOf(args);
  const file = await writeFile(args).catch((refusal: unknown) => {
    // A refused post has no page to show its answer, so it leads to the overview.
    if (refusal instanceof Error) throw refusal;
    return null;
  });
  return file ?? redirect(current, TWO_FACTOR);
}

async function writeFile(args: ActionFunctionArgs): Promise<Response | null> {
  const current = await requireMember(args, {});
  await acceptedForm(current);
  const codes = await postedCodes(current);
  if (!codes) return null;
  const { member, t } = current;
  const product = env().productName;
  const lines = [
    t('settings:two_factor.file.title', { product }),
    member.user.email,
    '',
    ...codes,
    '',
    t('settings:two_factor.file.note'),
  ];
  return new Response(lines.map((line) => `${line}\r\n`).join(''), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': `attachment; filename="${FILE_NAMES[current.language]}"`,
    },
  });
}

const FILE_NAMES = { en: 'recovery-codes.txt', de: 'wiederherstellungscodes.txt' };
