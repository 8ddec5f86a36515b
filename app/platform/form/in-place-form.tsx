import { Form, useFetcher } from '@remix-run/react';
import type { FormEvent, ReactNode } from 'react';
import { HiddenFields, ReturnField } from './hidden-fields';

interface InPlaceFormProps {
  /** A post-only route that answers `in_place` without a redirect. */
  action: string;
  className?: string;
  /** With script, sends every change at once. */
  sendOnChange?: boolean;
  /** Script calls it with what is sent. Without script it is never called. */
  onSend?: (body: FormData) => void;
  children: ReactNode;
}

/** Posts without leaving the page. Script reloads the page's data; without script the server redirects back here. */
export function InPlaceForm({ action, className, sendOnChange, onSend, children }: InPlaceFormProps) {
  const fetcher = useFetcher();
  const send = (form: HTMLFormElement, submitter?: HTMLButtonElement | null) => {
    const body = new FormData(form);
    if (submitter?.name) body.append(submitter.name, submitter.value);
    body.set('in_place', '1');
    onSend?.(body);
    fetcher.submit(body, { method: 'post', action });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    closeMenu(event.currentTarget);
    send(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null);
  };
  return (
    <Form
      method="post"
      action={action}
      className={className}
      onSubmit={onSubmit}
      onChange={sendOnChange ? (event) => send(event.currentTarget) : undefined}
    >
      <HiddenFields />
      <ReturnField />
      {children}
    </Form>
  );
}

/** Closes the menu around the form, if there is one, because the member has chosen. */
function closeMenu(form: HTMLFormElement) {
  const menu = form.closest('details.menu');
  menu?.removeAttribute('open');
  menu?.querySelector('summary')?.focus();
}
