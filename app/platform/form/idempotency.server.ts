/** A form that moves money moves it once, however often it is sent (docs/product/README.md#wire-conventions). */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/** For the loader: returns the key for the form's hidden field, see `IdempotencyField`. */
export const newIdempotencyKey = (): string => randomUUID();

/**
 * Returns the key in the address of a form, so that a form that is shown again has the same key, also by "back" or a
 * reload. An address without a key gets a new one.
 */
export const idempotencyKeyIn = (params: URLSearchParams): string =>
  z.uuid().catch(newIdempotencyKey).parse(params.get('key'));

/** The hidden field, to spread into the form's schema. A form without a valid key counts as sent for the first time. */
export const idempotencyField = { idempotency_key: z.uuid().catch(newIdempotencyKey) };

/** Returns the header, to spread into the input of the call: `attempt(call, { json, ...onceBy(form.value) })`. */
export const onceBy = ({ idempotency_key }: { idempotency_key: string }) => ({
  headers: { 'Idempotency-Key': idempotency_key },
});
