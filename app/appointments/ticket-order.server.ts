import { env } from '../platform/request/env.server';
import { createSealer, type Sealer } from '../platform/request/sealing.server';
import { Order } from './register.schema';

let sealer: Sealer | undefined;
/** Created once, because deriving its key costs more than sealing. */
const orders = () => {
  sealer ??= createSealer(env().sessionSecrets, 'ticket order v1');
  return sealer;
};

/**
 * Returns the registration for the address of its payment, so that reload, "back" and language lose nothing. It is
 * sealed, because addresses stay in histories and it has the names of guests.
 */
export const sealOrder = (order: Order): string => orders().seal(JSON.stringify(order));

/** Returns the registration in an address; null if it is not one of this member and this appointment. */
export function openOrder(sealed: string | null, { label, member }: Pick<Order, 'label' | 'member'>): Order | null {
  const text = sealed ? orders().open(sealed) : null;
  const order = text === null ? null : (Order.safeParse(JSON.parse(text)).data ?? null);
  return order?.label === label && order.member === member ? order : null;
}
