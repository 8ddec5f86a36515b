import { useEffect, useSyncExternalStore } from 'react';

/** The dialogs that open by themselves, the most urgent first: terms block the page, a refusal answers the member. */
const DIALOGS = ['terms', 'refusal', 'update', 'new_message'] as const;

export type DialogName = (typeof DIALOGS)[number];

const asking = new Set<DialogName>();
const listeners = new Set<() => void>();

/** Asks to be the one open dialog. A more urgent dialog goes first; this one returns when it closes. */
export function askForDialog(name: DialogName) {
  asking.add(name);
  tell();
}

export function withdrawDialog(name: DialogName) {
  asking.delete(name);
  tell();
}

/** The dialog that may be open now. */
export const currentDialog = (): DialogName | null => DIALOGS.find((name) => asking.has(name)) ?? null;

/** Asks for the dialog while it is wanted. A component that only asks is not rendered again when another one opens. */
export function useDialogRequest(name: DialogName, wanted: boolean) {
  useEffect(() => {
    if (!wanted) return;
    askForDialog(name);
    return () => withdrawDialog(name);
  }, [name, wanted]);
}

/**
 * Whether a wanted dialog may be open now. In the HTML only the most urgent dialog can be open, because the others need
 * script.
 */
export function useDialogTurn(name: DialogName, wanted: boolean): boolean {
  useDialogRequest(name, wanted);
  const current = useSyncExternalStore(subscribe, currentDialog, () => DIALOGS[0]);
  return wanted && current === name;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function tell() {
  for (const listener of listeners) listener();
}
