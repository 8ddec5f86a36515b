import { contract } from '../../../upstream/contract/contract';
import type { Language } from '../page/modules';
import type { RequestContext } from './request-context.server';

/**
 * Switches the language, and saves it for a signed-in member's mails and next sign-in. The page switches even if it
 * cannot be saved, for example while terms wait. Ghost mode changes nothing of the member.
 */
export async function switchLanguage(current: RequestContext, language: Language): Promise<void> {
  current.setLanguage(language);
  if (!current.session.get('token') || current.session.has('ghost')) return;
  await current.api.attempt(contract.account.updateAccount, { json: { language } }).catch(() => undefined);
}
