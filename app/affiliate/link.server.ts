import { contract } from '../../upstream/contract/contract';
import { CampaignLabel } from '../../upstream/contract/referrals';
import { env } from '../platform/request/env.server';
import type { Member } from '../platform/request/gates.server';

export interface OwnLink {
  /** Null if the upstream does not tell the member's hash. */
  link: string | null;
  campaign: string;
  isWrong: boolean;
  hasSponsor: boolean;
}

/** Returns the member's link with the campaign of `?c=`, or without it if its label is wrong. */
export async function loadLink({ api, url }: Member): Promise<OwnLink> {
  const { own_ref_hash, name } = await api.call(contract.sponsor.getSponsor);
  const campaign = (url.searchParams.get('c') ?? '').trim().toLowerCase().slice(0, 100);
  const isWrong = campaign !== '' && !CampaignLabel.safeParse(campaign).success;
  const query = campaign && !isWrong ? `?c=${campaign}` : '';
  const link = own_ref_hash ? `${env().publicUrl ?? url.origin}/r/${own_ref_hash}${query}` : null;
  return { link, campaign, isWrong, hasSponsor: name !== null };
}
