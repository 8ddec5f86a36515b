/** Puts a text into the field of the conversation, before what was typed meanwhile. */
export function putBack(text: string) {
  const field = document.querySelector<HTMLTextAreaElement>('#write-message');
  if (!field) return;
  // React ignores an input event if the value was set through its own property.
  const setter = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
  setter?.call(field, [text, field.value].filter(Boolean).join('\n'));
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.focus();
}
