import { contract } from '../../upstream/contract/contract';
import type { Member } from '../platform/gates.server';

const SHOWN = 3;

/** Where the member is signed in: this device and those seen latest. */
export async function loadDeviceCard({ api }: Member) {
  const { data, total } = await api.call(contract.devices.listDevices, { query: { per_page: SHOWN } });
  return {
    total,
    devices: data.map(({ id, name, last_seen_at, is_current }) => ({ id, name, last_seen_at, is_current })),
  };
}
