import { version } from '../../../package.json';

/** Year and week of the release, for display. */
export const VERSION = version.replace(/\.0$/, '');
