import type { RouteHandle } from '../platform/handle';
import { ComingSoon } from './coming-soon';

export const handle = { title: 'titles.enter_ghost_mode', gate: 'open', comingSoon: true } satisfies RouteHandle;

export default ComingSoon;
