interface IdempotencyFieldProps {
  /** Conform's metadata of `idempotency_key`. */
  meta: { name: string; initialValue?: unknown };
  /** The key from the loader, for a form that was not sent yet. */
  fresh: string;
}

/**
 * Identifies one submission. The key stays when the form is shown again, so that a second press has no second effect.
 */
export function IdempotencyField({ meta, fresh }: IdempotencyFieldProps) {
  const key = typeof meta.initialValue === 'string' ? meta.initialValue : fresh;
  return <input type="hidden" name={meta.name} value={key} />;
}
