import { contract } from '../../upstream/contract/contract';
import { CampaignLabel } from '../../upstream/contract/referrals';
import type { RequestContext } from '../platform/request/request-context.server';

const REF_HASH = /^[A-Za-z0-9]{6,16}$/;

/** Remembers the sponsor of a guest, and the campaign of the link. The last link before registration counts. */
export async function rememberReferral(
  current: RequestContext,
  hash: string | undefined,
): Promise<'remembered' | 'unknown' | 'unavailable'> {
  if (!hash) return 'remembered';
  const { data: campaign } = CampaignLabel.safeParse(current.url.searchParams.get('c'));
  const known = current.session.get('referral');
  if (known?.hash === hash) {
    // A link of the registration page, such as the one to all countries, names no campaign.
    if (campaign && campaign !== known.campaign) current.session.set('referral', { ...known, campaign });
    return 'remembered';
  }
  if (!REF_HASH.test(hash)) return 'unknown';
  const answer = await current.api.attempt(contract.referrals.getReferral, { params: { ref_hash: hash } });
  if (answer.ok) current.session.set('referral', { hash, name: answer.data.name, ...(campaign && { campaign }) });
  if (answer.ok) return 'remembered';
  return answer.failure.status === 404 ? 'unknown' : 'unavailable';
}

/** Counts the click. A failure upstream must not keep a guest from the page. */
export async function countClick(current: RequestContext, hash: string) {
  const campaign = current.url.searchParams.get('c')?.slice(0, 60);
  await current.api.attempt(contract.referrals.countReferralClick, {
    params: { ref_hash: hash },
    json: campaign ? { campaign } : {},
  });
}
