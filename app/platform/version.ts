import { version } from '../../package.json';

/** Year and week of the release, as members see it. */
export const VERSION = version.replace(/\.0$/, '');
