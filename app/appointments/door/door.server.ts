import type { ActionFunctionArgs } from '@remix-run/node';
import { contract } from '../../../upstream/contract/contract';
import { parseForm } from '../../platform/form/forms.server';
import { problemOf } from '../../platform/request/failure.server';
import type { Member } from '../../platform/request/gates.server';
import { refused } from '../../platform/request/post-only.server';
import { redirect, redirectWithFlash } from '../../platform/request/responses.server';
import { doorPath } from '../appointment-path';
import { doorSchema, ScanFields } from './door.schema';

const SHOWN = 5;

/** Only this page may use the camera. */
const CAMERA = 'camera=(self), geolocation=(), microphone=()';

/** Loads the appointments of these days and, once one is chosen, who has come and the newest attempts. */
export async function loadDoor(current: Member) {
  current.answerHeaders.set('Permissions-Policy', CAMERA);
  const { searchParams } = current.url;
  const label = searchParams.get('appointment') ?? '';
  const q = (searchParams.get('q') ?? '').trim().slice(0, 80);
  const [{ data: doors }, door] = await Promise.all([
    current.api.call(contract.appointmentsDoor.listDoors),
    label ? current.api.call(contract.appointmentsDoor.getDoor, { params: { label }, query: q ? { q } : {} }) : null,
  ]);
  if (!door) return { doors, door: null, q };
  const { attempts, found, ...facts } = door;
  const isResult = ({ code, at }: { code: string; at: string }) =>
    code === searchParams.get('code') && at === searchParams.get('at');
  const showsAll = searchParams.has('all');
  return {
    doors,
    q,
    door: {
      ...facts,
      attempts: showsAll ? attempts : attempts.slice(0, SHOWN),
      showsAll,
      found: q ? found : null,
      /** The attempt of the form that led here. */
      result: attempts.find(isResult) ?? null,
    },
  };
}

export type LoadedDoor = NonNullable<Awaited<ReturnType<typeof loadDoor>>['door']>;

/** Checks a code, or takes a check-in back. The address that follows names the attempt, so that a reload checks nothing. */
export async function checkAtDoor(args: ActionFunctionArgs, current: Member) {
  const label = current.url.searchParams.get('appointment') ?? '';
  const form = await parseForm(args, doorSchema);
  if (!form.value) return form.reply();
  const { intent, code } = form.value;
  const input = { params: { label }, json: { code } };
  if (intent === 'undo') {
    const undone = await current.api.attempt(contract.appointmentsDoor.undoCheckIn, input);
    if (!undone.ok) throw problemOf(undone.failure, current.requestId);
    const values = { name: undone.data.name ?? undone.data.code };
    return redirectWithFlash(current, doorPath(label), { kind: 'success', text: 'door:undone', values });
  }
  const done = await current.api.attempt(contract.appointmentsDoor.checkIn, input);
  if (done.ok) return redirect(current, `${doorPath(label, { code: done.data.code, at: done.data.at })}#result`);
  if (done.failure.status === 404) throw problemOf(done.failure, current.requestId);
  return form.reply(done.failure);
}

/** Checks a code of script: the newest scan, or one of a device that had no network. */
export async function checkScan(args: ActionFunctionArgs, current: Member) {
  const { value } = await parseForm(args, ScanFields);
  if (!value) throw await refused(current);
  const { appointment: label, ...json } = value;
  return current.api.call(contract.appointmentsDoor.checkIn, { params: { label }, json });
}
