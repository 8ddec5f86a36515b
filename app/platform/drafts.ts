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

/**
 * What was typed and not yet sent, kept in this tab: for 30 minutes, as the server carries a form that was posted too
 * late (product/session.md, "Lock, unlock, expiry"), bound to the member and the path. A form for guests is kept only
 * where it says `data-draft="on"`; `data-draft="off"` on a form, a part of it or a control keeps it out.
 */
const PREFIX = 'draft ';
const LIFETIME_MS = 30 * 60 * 1000;

/** A member's id; null for a guest. */
export type Owner = number | null;

interface Draft {
  owner: Owner;
  until: number;
  /** By the form's name on its page. */
  forms: Record<string, Entry[]>;
}

type FormControl = HTMLElement & Control;

interface Page {
  owner: Owner;
  path: string;
}

let page: Page | null = null;
/** After a logout nothing is kept until somebody types again: leaving the page is no reason to. */
let isStopped = false;
/** Filled in, or looked at in vain. */
const opened = new WeakSet<HTMLFormElement>();
/** What came back and still can be discarded. */
let restored: FormControl[] = [];

/**
 * Looks after the forms of a page: fills in what was typed there before, once each.
 * @param hasAnswer the page shows the server's answer to a form: what that says is newer than any draft
 */
export function openPage(owner: Owner, path: string, hasAnswer: boolean, now: number) {
  const isOther = page?.owner !== owner || page.path !== path;
  page = { owner, path };
  if (isOther) tellRestored([]);
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

/** Keeps what the page's forms hold now. A form that is not there stays as it was kept. */
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

/** Somebody types. */
export function resumeKeeping() {
  isStopped = false;
}

/** The form was sent and accepted. */
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

/** A form of a page on its way to the server. */
export interface SentForm {
  page: Page;
  name: string;
  form: HTMLFormElement;
}

/** null for what no draft is about. */
export function findSentForm(form: EventTarget | null): SentForm | null {
  const [name] = [...(page ? pageForms(page.owner) : [])].find(([, one]) => one === form) ?? [];
  return page && name !== undefined ? { page, name, form: form as HTMLFormElement } : null;
}

/** Takes back what came back: the fields are as the server had filled them in. */
export function discardRestored(now: number) {
  const [first] = restored;
  for (const control of restored) setState(control, servedState(control));
  tellRestored([]);
  keepDrafts(now);
  first?.focus();
}

/** For a logout: the next person at this browser finds nothing. */
export function dropDrafts() {
  isStopped = true;
  for (const key of storedKeys()) storage()?.removeItem(key);
}

/** For a tab that hears of a logout elsewhere: what a guest is typing here is not meant. */
export function dropDraftsOfMembers() {
  for (const [key, draft] of storedDrafts()) if (draft?.owner !== null) storage()?.removeItem(key);
}

/**
 * True while a form of the page holds what would be lost or wait with it: also passwords, amounts and files, and what
 * the page shows this once.
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

/** By their names. Attributes, since a field named `id` takes the place of the form's own property. */
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

/** As if by hand, so that React and Conform hear of it. */
function setState(control: FormControl, state: string) {
  if (stateOf(control) === state) return;
  if (control.type === 'radio' && state === 'false') {
    // No click takes a ring back.
    control.checked = false;
    return;
  }
  if (isTickable(control)) return control.click();
  // Past React, which takes a value that was set on the element itself for its own.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, state);
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
}

/** What is too old, of another member, or a guest's from before the login. */
function sweep(owner: Owner, now: number) {
  for (const [key, draft] of storedDrafts()) {
    const isForeign = owner !== null && draft?.owner !== owner;
    if (!draft || now >= draft.until || isForeign) storage()?.removeItem(key);
  }
}

const storedDrafts = () => storedKeys().map((key) => [key, parseDraft(storage()?.getItem(key))] as const);

const storedKeys = () => Object.keys(storage() ?? {}).filter((key) => key.startsWith(PREFIX));

function draftOf({ owner, path }: Page): Draft | null {
  const draft = parseDraft(storage()?.getItem(PREFIX + path));
  return draft?.owner === owner ? draft : null;
}

function writeDraft(path: string, draft: Draft) {
  try {
    if (Object.keys(draft.forms).length === 0) storage()?.removeItem(PREFIX + path);
    else storage()?.setItem(PREFIX + path, JSON.stringify(draft));
  } catch {
    // The storage is full; the form itself still holds what was typed.
  }
}

/** null for what another version wrote in another shape. */
function parseDraft(text: string | null | undefined): Draft | null {
  try {
    const draft = JSON.parse(text ?? 'null') as Draft | null;
    const isWhole = Object.values(draft?.forms ?? {}).every(
      (entries) => Array.isArray(entries) && entries.every((entry) => typeof entry?.state === 'string'),
    );
    return draft?.forms && typeof draft.until === 'number' && isWhole ? draft : null;
  } catch {
    return null;
  }
}

/** null where the browser keeps nothing for this site. */
function storage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}
