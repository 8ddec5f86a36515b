/** The part of Conform's field metadata that a field needs. The design system does not depend on Conform. */
export interface FieldMetadata {
  name: string;
  id: string;
  errors?: string[];
  initialValue?: unknown;
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  min?: number | string;
  max?: number | string;
  step?: number | string;
  pattern?: string;
  multiple?: boolean;
}

/**
 * Returns Conform's metadata as properties of a field:
 * `<TextField {...fieldProps(fields.email)} label={…} type="email" />`.
 */
export function fieldProps(meta: FieldMetadata) {
  const { name, id, errors, required, minLength, maxLength, min, max, step, pattern, initialValue } = meta;
  const defaultValue = typeof initialValue === 'string' ? initialValue : undefined;
  return { name, id, errors, required, minLength, maxLength, min, max, step, pattern, defaultValue };
}
