import type { Entry } from './draft-entries';

/**
 * Drafts of forms: typed input that is not yet sent. This tab keeps them for 30 minutes, as long as the server carries
 * a form that was posted too late (docs/product/session.md#lock-unlock-expiry). A draft belongs to a member and a path.
 * A form for guests needs `data-draft="on"`. `data-draft="off"` excludes a form, a part of it or a control.
 */
const PREFIX = 'draft ';
export const LIFETIME_MS = 30 * 60 * 1000;

/** A member's id; null for a guest. */
export type Owner = number | null;

export interface Draft {
  owner: Owner;
  until: number;
  /** Key: the form's name on its page. */
  forms: Record<string, Entry[]>;
}

export interface Page {
  owner: Owner;
  path: string;
}

export const storedDrafts = () => storedKeys().map((key) => [key, parseDraft(storage()?.getItem(key))] as const);

const storedKeys = () => Object.keys(storage() ?? {}).filter((key) => key.startsWith(PREFIX));

export function draftOf({ owner, path }: Page): Draft | null {
  const draft = parseDraft(storage()?.getItem(PREFIX + path));
  return draft?.owner === owner ? draft : null;
}

export function writeDraft(path: string, draft: Draft) {
  try {
    if (Object.keys(draft.forms).length === 0) storage()?.removeItem(PREFIX + path);
    else storage()?.setItem(PREFIX + path, JSON.stringify(draft));
  } catch {
    // The storage is full. The form still holds the typed values.
  }
}

/** Returns null for a draft in the shape of another version. */
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

export const dropStored = (key: string) => storage()?.removeItem(key);

/** Returns null if the browser denies storage to this site. */
function storage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}
