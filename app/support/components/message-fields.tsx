import { type FormAnswer, plainField, sentText } from '../../platform/form/plain-form';

export const LIMITS: Record<string, { minLength?: number; maxLength: number }> = {
  subject: { minLength: 3, maxLength: 120 },
  message: { maxLength: 5000 },
  comment: { maxLength: 500 },
};

/** Returns the properties of a field with its limits. */
export const fieldOf = (id: string, answer: FormAnswer | undefined, name: string, fresh = '') => ({
  ...plainField(id, answer, name, fresh),
  ...LIMITS[name],
});

/** The key of one submission. It stays when the form is shown again, so that a second press has no second effect. */
export function SubmissionKey({ answer, fresh }: { answer: FormAnswer | undefined; fresh: string }) {
  return <input type="hidden" name="idempotency_key" value={sentText(answer, 'idempotency_key') || fresh} />;
}
