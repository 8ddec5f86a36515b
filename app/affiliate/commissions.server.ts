import type { Commission } from '../../upstream/contract/affiliate-commissions';
import { contract } from '../../upstream/contract/contract';
import { readLabel } from '../../upstream/contract/labels';
import { pageNumber } from '../platform/page/paginator.server';
import { type Member, mayUse } from '../platform/request/gates.server';
import { problem, redirect } from '../platform/request/responses.server';
import { filtersIn, filtersPath, queryOf } from './commission-filters';

/** Loads a page of the member's commissions. */
export async function loadCommissions(current: Member) {
  const { api, url } = current;
  const filters = filtersIn(url.searchParams);
  const page = pageNumber(url.searchParams.get('page'));
  const found = await api.call(contract.affiliateCommissions.listCommissions, {
    query: { ...queryOf(filters), page },
  });
  if (page > found.last_page) {
    throw await redirect(current, filtersPath('/affiliate/commissions', filters, found.last_page));
  }
  const { current_page, last_page, from, to, total, currency, sums } = found;
  return {
    filters,
    ...{ page: { current_page, last_page, from, to, total }, currency, sums },
    commissions: found.data.map(rowOf),
  };
}

const rowOf = ({
  id,
  level,
  rate,
  base_amount,
  amount,
  status,
  created_at,
  matures_at,
  withheld,
  from,
}: Commission) => ({
  ...{ id, level, rate, base: base_amount, amount, status, at: created_at, name: from.name },
  ...((status === 'pending' || status === 'approved') && { matures: matures_at }),
  ...(withheld !== '0.00' && { withheld }),
});

export type ListedCommission = ReturnType<typeof rowOf>;

/** Loads one commission, and whether the member may open its transactions. Throws the 404 page. */
export async function loadCommission(current: Member, typed: string | undefined) {
  const id = readLabel(typed ?? '', 'CM');
  if (!id) throw problem({ kind: 'not_found' });
  const commission = await current.api.call(contract.affiliateCommissions.getCommission, { params: { id } });
  return { commission, seesWallet: mayUse(current, 'wallet.view') };
}

export type ShownCommission = Awaited<ReturnType<typeof loadCommission>>['commission'];
