import { contract } from '../../upstream/contract/contract';
import type { Member } from '../platform/gates.server';

const SHOWN = 3;

/** Where the member is signed in: the latest few, this device first. */
export async function loadDeviceCard({ api }: Member) {
  const { data: devices } = await api.call(contract.identity.listDevices);
  const sorted = [...devices].sort((a, b) => Number(b.is_current) - Number(a.is_current));
  return {
    total: devices.length,
    devices: sorted
      .slice(0, SHOWN)
      .map(({ id, name, last_seen_at, is_current }) => ({ id, name, last_seen_at, is_current })),
  };
}
