import { contract } from '../../upstream/contract/contract';
import type { Member } from '../platform/request/gates.server';

const SHOWN = 3;

/** Loads the devices where the member is signed in: this one and those used last. */
export async function loadDeviceCard({ api }: Member) {
  const { data, total } = await api.call(contract.devices.listDevices, { query: { per_page: SHOWN } });
  return {
    total,
    devices: data.map(({ id, name, last_seen_at, is_current }) => ({ id, name, last_seen_at, is_current })),
  };
}
