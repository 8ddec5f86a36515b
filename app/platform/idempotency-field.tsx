interface IdempotencyFieldProps {
  /** Of `idempotency_key`, as Conform knows it. */
  meta: { name: string; initialValue?: unknown };
  /** Of the loader, for a form that was not sent yet. */
  fresh: string;
}

/** Names one sending of the form: kept when the form is shown again, so that a second press does nothing twice. */
export function IdempotencyField({ meta, fresh }: IdempotencyFieldProps) {
  const key = typeof meta.initialValue === 'string' ? meta.initialValue : fresh;
  return <input type="hidden" name={meta.name} value={key} />;
}
