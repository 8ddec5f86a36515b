import type { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import type { Failure } from '../platform/request/failure.server';
import type { Member } from '../platform/request/gates.server';
import type { devicesSchema } from './devices.schema';

interface Outcome {
  answer: { ok: true } | { ok: false; failure: Failure };
  /** The message after success. */
  flash: { text: string; values?: Record<string, string> };
}

/** Signs out one device or all others, or takes a phone off the list of push messages. */
export async function removeDevice({ api }: Member, value: z.output<typeof devicesSchema>): Promise<Outcome> {
  if (value.intent === 'revoke_others') {
    const answer = await api.attempt(contract.devices.revokeOtherDevices);
    const count = answer.ok ? answer.data.revoked : 0;
    const text = count > 0 ? 'settings:devices.revoked_others' : 'settings:devices.revoked_none';
    return { answer, flash: { text, values: { count: String(count) } } };
  }
  const params = { id: value.id };
  if (value.intent === 'revoke') {
    const answer = await api.attempt(contract.devices.revokeDevice, { params });
    return { answer, flash: { text: 'settings:devices.revoked' } };
  }
  const answer = await api.attempt(contract.push.removePushRegistration, { params });
  return { answer, flash: { text: 'settings:devices.push.removed' } };
}
