/** What of a form's controls a draft holds, and what never: passwords, codes, money, files, hidden fields. */

/** As in carry.server.ts; the last is the trap for robots. */
const SECRET = /password|one_time|recovery_code|verification_code|^website$/;
/** Money is typed anew each time: an amount or a payee that came back by itself is soon sent unread. */
const MONEY = /(^|_)(amount|price|sum|total|iban|bic)(_|$)/;
const SECRET_AUTOCOMPLETE = /-password$|^one-time-code$|^cc-|^transaction-/;
const NOT_TYPED = ['hidden', 'submit', 'button', 'reset', 'image', 'fieldset', 'output', 'object'];
const NEVER_KEPT = ['password', 'file', 'select-multiple'];

/** The parts of a form's control that a draft looks at. */
export interface Control {
  name: string;
  type: string;
  value: string;
  defaultValue?: string;
  checked?: boolean;
  defaultChecked?: boolean;
  autocomplete?: string;
  disabled?: boolean;
  /** Of a select. */
  options?: ArrayLike<{ value: string; defaultSelected: boolean }>;
}

/** What stands in a control: its value; of a box or a ring, whether it is on. */
export type State = string;

/** One control that holds what was not sent. */
export interface Entry {
  name: string;
  /** Among those of one name: its value, of boxes and rings; else its place. */
  which: string;
  state: State;
  /** As the server had filled it in; null where that is not known. */
  served: State | null;
}

/** Against what a control is compared. */
interface Baseline {
  served: State | null;
  /** What needs no keeping: as it was served or last sent; null where everything does that is not empty. */
  settled: State | null;
}

const baselines = new WeakMap<object, Baseline>();

/** As it was when first looked at: an answer of the server changes what a control would be reset to. */
function baselineOf(control: Control): Baseline {
  let baseline = baselines.get(control);
  if (!baseline) {
    baseline = { served: servedState(control), settled: servedState(control) };
    baselines.set(control, baseline);
  }
  return baseline;
}

/** What the controls hold now is sent and accepted. */
export function settle(controls: Iterable<Control>) {
  for (const control of controls) baselines.set(control, { served: null, settled: stateOf(control) });
}

/** The form came back refused: it is filled in with what was typed, as if it had been served so. */
export function unsettle(controls: Iterable<Control>) {
  for (const control of controls) baselines.set(control, { served: null, settled: null });
}

export const isTickable = ({ type }: Control) => type === 'checkbox' || type === 'radio';

export const stateOf = (control: Control): State => (isTickable(control) ? String(control.checked) : control.value);

/** What a control is reset to. */
export function servedState(control: Control): State {
  if (isTickable(control)) return String(control.defaultChecked);
  if (!control.options) return control.defaultValue ?? '';
  const options = Array.from(control.options);
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
}

/** Differs from what was served or last sent; also for what no draft keeps. */
export function isUnsent(control: Control): boolean {
  if (NOT_TYPED.includes(control.type) || control.disabled) return false;
  const { settled } = baselineOf(control);
  return settled === null ? !['', 'false'].includes(stateOf(control)) : stateOf(control) !== settled;
}

const isKept = ({ name, type, autocomplete = '' }: Control) =>
  name !== '' &&
  !NOT_TYPED.includes(type) &&
  !NEVER_KEPT.includes(type) &&
  !SECRET.test(name) &&
  !MONEY.test(name) &&
  !SECRET_AUTOCOMPLETE.test(autocomplete);

/** What a form's controls hold that was typed and not sent, as far as a draft may hold it. */
export function unsentEntries(controls: readonly Control[]): Entry[] {
  const kept = controls.filter(isKept);
  return kept.filter(isUnsent).map((control) => ({
    name: control.name,
    which: whichOf(control, kept),
    state: stateOf(control),
    served: baselineOf(control).served,
  }));
}

/**
 * The control that an entry goes into; undefined when there is none, when the server fills it in with something newer,
 * or when something else stands in it already.
 */
export function placeFor<C extends Control>(entry: Entry, controls: readonly C[]): C | undefined {
  const kept = controls.filter(isKept);
  const control = kept.find((one) => one.name === entry.name && whichOf(one, kept) === entry.which);
  if (!control || control.disabled) return undefined;
  const served = servedState(control);
  if (entry.served !== null && entry.served !== served) return undefined;
  if (control.options && !Array.from(control.options).some(({ value }) => value === entry.state)) return undefined;
  return [served, entry.state].includes(stateOf(control)) ? control : undefined;
}

function whichOf(control: Control, kept: readonly Control[]) {
  if (isTickable(control)) return control.value;
  return String(kept.filter(({ name }) => name === control.name).indexOf(control));
}
