/** Decides which controls of a form a draft keeps. It never keeps passwords, codes, files or hidden fields. */

/** The same as in carry.server.ts. `website` is the trap for robots. */
const SECRET = /password|one_time|recovery_code|verification_code|^website$/;
const SECRET_AUTOCOMPLETE = /-password$|^one-time-code$|^cc-|^transaction-/;
const NOT_TYPED = ['hidden', 'submit', 'button', 'reset', 'image', 'fieldset', 'output', 'object'];
const NEVER_KEPT = ['password', 'file', 'select-multiple'];

/** The properties of a form control that a draft uses. */
export interface Control {
  name: string;
  type: string;
  value: string;
  defaultValue?: string;
  checked?: boolean;
  defaultChecked?: boolean;
  autocomplete?: string;
  disabled?: boolean;
  /** Only for a select. */
  options?: ArrayLike<{ value: string; defaultSelected: boolean }>;
}

/** The value of a control; for a checkbox or radio button, whether it is checked. */
export type State = string;

/** A control with unsent input. */
export interface Entry {
  name: string;
  /** Tells controls of one name apart: the value of a checkbox or radio button, otherwise the position. */
  which: string;
  state: State;
  /** The state that the server sent; null if it is not known. */
  served: State | null;
}

/** The states that a control is compared with. */
interface Baseline {
  served: State | null;
  /** The served or last sent state, which needs no draft. If null, everything that is not empty needs one. */
  settled: State | null;
}

const baselines = new WeakMap<object, Baseline>();

/** Returns the baseline of the first call, because a later answer of the server changes the control's default. */
function baselineOf(control: Control): Baseline {
  let baseline = baselines.get(control);
  if (!baseline) {
    baseline = { served: servedState(control), settled: servedState(control) };
    baselines.set(control, baseline);
  }
  return baseline;
}

/** Marks the current states as sent and accepted. */
export function settle(controls: Iterable<Control>) {
  for (const control of controls) baselines.set(control, { served: null, settled: stateOf(control) });
}

/** For a refused form: the server sends the typed values as defaults, so the defaults are no baseline. */
export function unsettle(controls: Iterable<Control>) {
  for (const control of controls) baselines.set(control, { served: null, settled: null });
}

export const isTickable = ({ type }: Control) => type === 'checkbox' || type === 'radio';

export const stateOf = (control: Control): State => (isTickable(control) ? String(control.checked) : control.value);

/** Returns the state to which a reset sets the control. */
export function servedState(control: Control): State {
  if (isTickable(control)) return String(control.defaultChecked);
  if (!control.options) return control.defaultValue ?? '';
  const options = Array.from(control.options);
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
}

/**
 * Whether the state differs from the served or last sent one. Also works for controls that no draft keeps. A control
 * without a name is never sent.
 */
export function isUnsent(control: Control): boolean {
  if (control.name === '' || NOT_TYPED.includes(control.type) || control.disabled) return false;
  const { settled } = baselineOf(control);
  return settled === null ? !['', 'false'].includes(stateOf(control)) : stateOf(control) !== settled;
}

const isKept = ({ name, type, autocomplete = '' }: Control) =>
  name !== '' &&
  !NOT_TYPED.includes(type) &&
  !NEVER_KEPT.includes(type) &&
  !SECRET.test(name) &&
  !SECRET_AUTOCOMPLETE.test(autocomplete);

/** Returns the unsent input that a draft may keep. */
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
 * Returns the control for an entry; undefined if there is none, if the server sent a newer state, or if the control
 * already has another state.
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
