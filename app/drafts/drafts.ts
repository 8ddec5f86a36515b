import {
  type Control,
  type Entry,
  isTickable,
  isUnsent,
  placeFor,
  servedState,
  settle,
  stateOf,
  unsentEntries,
  unsettle,
} from './draft-entries';

import {
  type Draft,
  draftOf,
  dropStored,
  LIFETIME_MS,
  type Owner,
  type Page,
  storedDrafts,
  writeDraft,
} from './draft-storage';

type FormControl = HTMLElement & Control;

let page: Page | null = null;
/** True after a logout until somebody types again, so that leaving the page keeps no draft. */
let isStopped = false;
/** Forms for which `openPage` has already looked for a draft. */
const opened = new WeakSet<HTMLFormElement>();
/** Controls with a restored state that can still be discarded. */
let restored: FormControl[] = [];

/**
 * Fills in the drafts of a page's forms, once for each form.
 * @param hasAnswer whether the page shows the server's answer to a form, which is newer than any draft
 */
export function openPage(owner: Owner, path: string, hasAnswer: boolean, now: number) {
  const isOther = page?.owner !== owner || page.path !== path;
  page = { owner, path };
  // The next step of the page may have replaced a form that was sent.
  tellRestored(isOther ? [] : restored.filter(({ isConnected }) => isConnected));
  sweep(owner, now);
  const draft = draftOf(page);
  const filled: FormControl[] = [];
  for (const [name, form] of pageForms(owner)) {
    if (opened.has(form)) continue;
    opened.add(form);
    if (hasAnswer) unsettle(controlsOf(form));
    else for (const entry of draft?.forms[name] ?? []) filled.push(...fill(form, entry));
  }
  if (filled.length > 0) tellRestored(filled);
}

/** Stores the unsent input of the page's forms. The draft of a form that is not on the page now stays as it is. */
export function keepDrafts(now: number) {
  if (!page || isStopped) return;
  const { owner, path } = page;
  const draft: Draft = { owner, until: now + LIFETIME_MS, forms: { ...draftOf(page)?.forms } };
  for (const [name, form] of pageForms(owner)) {
    const entries = unsentEntries(keepable(form));
    if (entries.length > 0) draft.forms[name] = entries;
    else if (opened.has(form)) delete draft.forms[name];
  }
  writeDraft(path, draft);
}

/** Keeps what stands in no form, such as messages that wait to be sent, like a draft. `place` is no path. */
export function keepEntries(owner: Owner, place: string, entries: Entry[], now: number) {
  const forms: Draft['forms'] = entries.length > 0 ? { [place]: entries } : {};
  writeDraft(place, { owner, until: now + LIFETIME_MS, forms });
}

export const keptEntries = (owner: Owner, place: string): Entry[] =>
  draftOf({ owner, path: place })?.forms[place] ?? [];

/** For the first input after a logout. */
export function resumeKeeping() {
  isStopped = false;
}

/** Deletes the draft of a form that was sent and accepted. */
export function forgetDraft({ page: { owner, path }, name, form }: SentForm) {
  const draft = draftOf({ owner, path });
  if (draft) {
    delete draft.forms[name];
    writeDraft(path, draft);
  }
  if (!form.isConnected) return;
  settle(controlsOf(form));
  tellRestored(restored.filter((control) => !form.contains(control)));
}

/** A form of a page that is being sent. */
export interface SentForm {
  page: Page;
  name: string;
  form: HTMLFormElement;
}

/** Returns null for a form without drafts. */
export function findSentForm(form: EventTarget | null): SentForm | null {
  const [name] = [...(page ? pageForms(page.owner) : [])].find(([, one]) => one === form) ?? [];
  return page && name !== undefined ? { page, name, form: form as HTMLFormElement } : null;
}

/** Discards the restored input. The fields return to the state that the server sent. */
export function discardRestored(now: number) {
  const [first] = restored;
  for (const control of restored) setState(control, servedState(control));
  tellRestored([]);
  keepDrafts(now);
  first?.focus();
}

/** For a logout, so that the next person at this browser finds no draft. */
export function dropDrafts() {
  isStopped = true;
  for (const [key] of storedDrafts()) dropStored(key);
}

/** Deletes drafts that became too old while the page stayed open, such as behind the lock page. */
export function dropOldDrafts(now: number) {
  sweep(page?.owner ?? null, now);
}

/** For a logout in another tab. Keeps the drafts of a guest in this tab. */
export function dropDraftsOfMembers() {
  for (const [key, draft] of storedDrafts()) if (draft?.owner !== null) dropStored(key);
}

/**
 * Whether leaving the page would lose something: unsent input, also passwords, amounts and files, or content that the
 * page shows only once.
 */
export function holdsUnsentInput() {
  if (document.querySelector('[data-shown-once]')) return true;
  return [...document.querySelectorAll<HTMLFormElement>(FORMS)].some((form) => controlsOf(form).some(isUnsent));
}

const listeners = new Set<() => void>();

/** For `useSyncExternalStore`. */
export function listenToRestored(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const isRestored = () => restored.length > 0;

function tellRestored(controls: FormControl[]) {
  restored = controls;
  for (const listener of listeners) listener();
}

const FORMS = '#content form[method="post"]';

/** Returns the forms by name. Reads attributes, because a field named `id` hides the form's own property. */
function pageForms(owner: Owner): Map<string, HTMLFormElement> {
  const forms = new Map<string, HTMLFormElement>();
  for (const form of document.querySelectorAll<HTMLFormElement>(FORMS)) {
    const stem = form.getAttribute('id') ?? form.getAttribute('action')?.replace(/\?.*/, '') ?? '';
    let name = stem;
    for (let other = 2; forms.has(name); other++) name = `${stem} ${other}`;
    const mark = form.dataset.draft;
    if (mark !== 'off' && (owner !== null || mark === 'on')) forms.set(name, form);
  }
  return forms;
}

const controlsOf = (form: HTMLFormElement) => [...form.elements] as FormControl[];

const keepable = (form: HTMLFormElement) =>
  controlsOf(form).filter((control) => !control.closest('[data-draft="off"]'));

function fill(form: HTMLFormElement, entry: Entry): FormControl[] {
  const control = placeFor(entry, keepable(form));
  if (!control) return [];
  setState(control, entry.state);
  return [control];
}

/** Sets the state and fires the events of a user input, so that React and Conform notice it. */
function setState(control: FormControl, state: string) {
  if (stateOf(control) === state) return;
  if (control.type === 'radio' && state === 'false') {
    // A click cannot uncheck a radio button.
    control.checked = false;
    return;
  }
  if (isTickable(control)) return control.click();
  // Uses the prototype's setter, because React ignores an input event if the value was set through its own property.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, state);
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Deletes drafts that are too old, belong to another member, or come from a guest before the login. */
function sweep(owner: Owner, now: number) {
  for (const [key, draft] of storedDrafts()) {
    const isForeign = owner !== null && draft?.owner !== owner;
    if (!draft || now >= draft.until || isForeign) dropStored(key);
  }
}
