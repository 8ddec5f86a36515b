import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { Sale } from '../../upstream/contract/growing';
import { verificationContext } from '../../upstream/contract/verification';
import { parseForm } from '../platform/form/forms.server';
import { idempotencyKeyIn, newIdempotencyKey, onceBy } from '../platform/form/idempotency.server';
import { coveredBy, priceOf } from '../platform/form/price';
import { callVerified, plannedVerification } from '../platform/form/verification.server';
import type { Member } from '../platform/request/gates.server';
import { isReading, redirect, redirectWithFlash } from '../platform/request/responses.server';
import { orderIn, quantityIn, reviewSchema, saleSchema } from './sale.schema';

type Args = Pick<LoaderFunctionArgs, 'params' | 'request' | 'context'>;

const listSales = async ({ api }: Member) => (await api.call(contract.growing.listSales)).data;

/** Loads all sales, by what can be done with them. */
export async function loadSales(current: Member) {
  const data = await listSales(current);
  return {
    running: data.filter(({ status }) => status === 'open' || status === 'sold_out'),
    upcoming: data.filter(({ status }) => status === 'upcoming').reverse(),
    past: data.filter(({ status }) => status === 'closed'),
  };
}

/** Loads how many plants of each sale are left. */
export const listStocks = async (current: Member) =>
  (await listSales(current)).map(({ sale_label, available, status }) => ({ sale_label, available, status }));

const getSale = ({ api }: Member, { params }: Args) =>
  api.call(contract.growing.getSale, { params: { label: params.saleLabel ?? '' } });

async function getAvailable({ api }: Member): Promise<string> {
  const { balances } = await api.call(contract.wallet.getWallet);
  return balances.find(({ currency }) => currency === 'EUR')?.available ?? '0.00';
}

/**
 * Loads a sale, the available balance, and what was typed before if the member comes back from the review. Staff in
 * ghost mode can buy nothing, so the balance is null and there is no form.
 */
export async function loadSale(current: Member, args: Args) {
  const isGhost = Boolean(current.member.ghost);
  const [sale, available] = await Promise.all([getSale(current, args), isGhost ? null : getAvailable(current)]);
  const { searchParams } = current.url;
  const quantity = quantityIn(searchParams);
  return { sale, available, typed: { quantity, usesBalance: quantity === '' || searchParams.get('from') !== '0.00' } };
}

/** Redirects to the review. Its address holds all that is ordered, so that reload, "back" and language lose nothing. */
export async function reviewPlants(args: Args, current: Member) {
  const sale = await getSale(current, args);
  const form = await parseForm(args, saleSchema(sale));
  if (!form.value) return form.reply();
  const { quantity, use_balance } = form.value;
  const from = use_balance ? coveredBy(await getAvailable(current), sale.price_per_plant, quantity) : '0.00';
  const query = new URLSearchParams({ quantity: String(quantity), from, key: newIdempotencyKey() });
  return redirect(current, `/growing/sale/${sale.sale_label}/review?${query}`);
}

/** Loads the review of the order in the address. */
export async function loadReview(current: Member, args: Args) {
  const sale = await getSale(current, args);
  const order = await reviewed(current, sale);
  // The answer to an order that was refused shows the review, with what was typed and the reason.
  if (isReading(current.request)) await leadBack(current, sale, order);
  return {
    sale,
    order: { ...order, ...priceOf(sale.price_per_plant, order.quantity, order.from) },
    verification: order.from === '0.00' ? null : plannedVerification(current),
    idempotencyKey: idempotencyKeyIn(current.url.searchParams),
  };
}

/**
 * Returns the order in the address of the review. An address without one leads to the sale, and one that pays more than
 * the price to the review with the price. Staff in ghost mode have nothing to review.
 */
async function reviewed(current: Member, { sale_label, price_per_plant }: Sale) {
  const here = `/growing/sale/${sale_label}`;
  const { searchParams } = current.url;
  const order = orderIn(searchParams);
  if (!order || current.member.ghost) throw await redirect(current, here);
  const from = coveredBy(order.from, price_per_plant, order.quantity);
  if (from === order.from) return order;
  const query = new URLSearchParams(searchParams);
  query.set('from', from);
  throw await redirect(current, `${here}/review?${query}`);
}

/** Throws the way to the sale if it has not so many plants for the member. The sale says why there are none. */
async function leadBack(
  current: Member,
  { sale_label, may_buy }: Sale,
  { quantity, from }: { quantity: number; from: string },
) {
  const here = `/growing/sale/${sale_label}`;
  if (may_buy === 0) throw await redirect(current, here);
  if (quantity <= may_buy) return;
  const most = { text: 'growing:sale.too_many', values: { most: String(may_buy) } };
  throw await redirectWithFlash(current, `${here}?quantity=${quantity}&from=${from}`, { kind: 'error', ...most });
}

/** Orders the plants, only once for each form that was shown, and redirects to the order or its bank details. */
export async function buyPlants(args: Args, current: Member) {
  const sale = await getSale(current, args);
  const { quantity, from: from_balance } = await reviewed(current, sale);
  const { sale_label: label } = sale;
  const form = await parseForm(args, reviewSchema);
  const call = (value: NonNullable<typeof form.value>, proof: object) =>
    current.api.attempt(contract.growing.buyPlants, {
      params: { label },
      json: { quantity, from_balance, ...proof },
      ...onceBy(value),
    });
  if (from_balance === '0.00') {
    if (!form.value) return form.reply();
    const made = await call(form.value, {});
    return made.ok ? showOrder(current, made) : form.reply(made.failure);
  }
  const context = verificationContext.plants({ sale_label: label, quantity, from_balance });
  const made = await callVerified(current, form, { action: 'plants.buy', context }, call);
  return made.ok ? showOrder(current, made) : made.reply;
}

type Made = { data: { order_label: string; status: string }; isRepeated: boolean };

/** A form that was sent before, such as after "back", leads to its order and says so. */
function showOrder(current: Member, { data: { order_label, status }, isRepeated }: Made) {
  const path = `/financial/order/${order_label}`;
  if (isRepeated) return redirectWithFlash(current, path, { kind: 'info', text: 'growing:sale.ordered_before' });
  if (status === 'completed') return redirectWithFlash(current, path, { kind: 'success', text: 'growing:sale.bought' });
  return redirect(current, `${path}/bank-details`);
}
