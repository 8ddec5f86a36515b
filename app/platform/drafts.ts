/**
 * What was typed and not yet sent, kept in this tab while the session is locked: for 30 minutes and for the same
 * member, as the server keeps a form that was posted too late (product/session.md, "Lock, unlock, expiry").
 */
const PREFIX = 'draft ';
const LIFETIME_MS = 30 * 60 * 1000;
/** As in carry.server.ts: these are never kept. */
const SECRET = /password|one_time|recovery_code|verification_code/;
const UNKEPT_TYPES = ['password', 'hidden', 'file', 'submit', 'button', 'reset', 'image', 'fieldset', 'output'];

/** The parts of a form's control that a draft looks at. */
export interface Control {
  name: string;
  type: string;
  value: string;
  defaultValue?: string;
  checked?: boolean;
  defaultChecked?: boolean;
  autocomplete?: string;
}

type Entry = [name: string, value: string, checked: boolean];

interface Draft {
  userId: number;
  until: number;
  /** By the form's place on the page. */
  forms: Entry[][];
}

/** What the member changed, without passwords, codes and files. */
export function changedEntries(controls: Iterable<Control>): Entry[] {
  return [...controls].filter((control) => isKept(control) && isChanged(control)).map(entryOf);
}

const entryOf = ({ name, value, checked }: Control): Entry => [name, value, checked ?? false];

const isKept = ({ name, type, autocomplete }: Control) =>
  name !== '' && !UNKEPT_TYPES.includes(type) && !SECRET.test(name) && autocomplete !== 'one-time-code';

const isTickable = ({ type }: Control) => type === 'checkbox' || type === 'radio';

function isChanged(control: Control) {
  if (isTickable(control)) return control.checked !== control.defaultChecked;
  // A select has no default of its own; its value is kept as it is.
  return control.value !== (control.defaultValue ?? '');
}

export function saveDraft(userId: number, now: number) {
  const forms = pageForms().map((form) => changedEntries(form.elements as unknown as Iterable<Control>));
  if (forms.every((entries) => entries.length === 0)) return;
  const draft: Draft = { userId, until: now + LIFETIME_MS, forms };
  sessionStorage.setItem(keyOfPage(), JSON.stringify(draft));
}

/** Fills the page's forms again, once. True when something came back. */
export function restoreDraft(userId: number, now: number): boolean {
  const stored = sessionStorage.getItem(keyOfPage());
  sessionStorage.removeItem(keyOfPage());
  const draft = stored ? (JSON.parse(stored) as Draft) : null;
  if (draft?.userId !== userId || now >= draft.until) return false;
  const forms = pageForms();
  draft.forms.forEach((entries, index) => {
    for (const entry of entries) fill(forms[index], entry);
  });
  return true;
}

/** For a logout: the next person at this browser finds nothing. */
export function dropDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

const keyOfPage = () => PREFIX + window.location.pathname + window.location.search;

const pageForms = () => [...document.querySelectorAll<HTMLFormElement>('#content form')];

function fill(form: HTMLFormElement | undefined, [name, value, checked]: Entry) {
  const controls = [...(form?.elements ?? [])] as HTMLInputElement[];
  const named = controls.filter((control) => control.name === name);
  const control = named.find((candidate) => !isTickable(candidate) || candidate.value === value);
  if (!control) return;
  if (isTickable(control)) control.checked = checked;
  else control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
}
