/** A form that moves money does so once, however often it is sent (product/README.md, "Wire conventions"). */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/** For the loader: the key that the form shows in its hidden field, see `IdempotencyField`. */
export const newIdempotencyKey = (): string => randomUUID();

/** The hidden field, to spread into the schema of the form; what came without a good key counts as sent for the first time. */
export const idempotencyField = { idempotency_key: z.uuid().catch(newIdempotencyKey) };

/** The call's header, to spread into its input: `attempt(call, { json, ...onceBy(form.value) })`. */
export const onceBy = ({ idempotency_key }: { idempotency_key: string }) => ({
  headers: { 'Idempotency-Key': idempotency_key },
});
