import { Form } from '@remix-run/react';
import type { ComponentProps } from 'react';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { type FormAnswer, PlainForm, plainField } from '../../platform/form/plain-form';
import { Button, type ButtonProps } from '../../ui/button';
import { TextareaField, type TextareaFieldProps } from '../../ui/textarea-field';

export type ChatAnswer = FormAnswer;

/** The most characters of a message. */
export const LONGEST = 2000;

interface ChatFormProps extends Omit<ComponentProps<typeof PlainForm>, 'labels' | 'limits'> {
  /** The label of its one field. */
  label?: string;
}

export function ChatForm({ label, ...form }: ChatFormProps) {
  return <PlainForm {...form} labels={label === undefined ? {} : { message: label }} limits={LIMITS} />;
}

const LIMITS = { message: { maxLength: LONGEST } };

interface MessageFieldProps
  extends Pick<
    TextareaFieldProps,
    'label' | 'hint' | 'required' | 'maxLength' | 'onKeyDown' | 'onInput' | 'enterKeyHint'
  > {
  form: string;
  answer: ChatAnswer | undefined;
  /** The text of a form that was not sent before. */
  fresh?: string;
}

/** The text of a message, or of a report: what was sent before, and its errors. */
export function MessageField({ form, answer, fresh, ...field }: MessageFieldProps) {
  return (
    <TextareaField rows={3} maxLength={LONGEST} required {...field} {...plainField(form, answer, 'message', fresh)} />
  );
}

/** A form with one button that only says what to do. */
export function Press({ id, intent, children, ...look }: { id: string; intent: string } & ButtonProps) {
  return (
    <Form method="post" id={id}>
      <HiddenFields />
      <Button kind="second" small {...look} name="intent" value={intent}>
        {children}
      </Button>
    </Form>
  );
}
