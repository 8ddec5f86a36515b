import { contract } from '../../../upstream/contract/contract';
import type { RequestContext } from './request-context.server';

/**
 * Saves the language of this request for a signed-in member's mails and next sign-in. The page has switched even if the
 * upstream refuses it, for example while terms wait. Ghost mode changes nothing of the member.
 */
export async function saveLanguage(current: RequestContext): Promise<void> {
  if (!current.session.get('token') || current.session.has('ghost')) return;
  const { language } = current;
  await current.api.attempt(contract.account.updateAccount, { json: { language } }).catch(() => undefined);
}
