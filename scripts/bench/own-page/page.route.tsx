import type { RouteHandle } from './platform/handle';
import { Tree } from './tree.mjs';

export const handle = { title: 'titles.dashboard', gate: 'open' } satisfies RouteHandle;

export default function Page() {
  return <Tree />;
}
