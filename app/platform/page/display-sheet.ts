import stylesheet from '../../ui/display-choices.css?url';
import { DEFAULT_DISPLAY, type Display } from './display';

/** Returns the URL of the sheet for changed display settings; null for the default, to keep those pages smaller. */
export const displaySheet = ({ on }: Display) => (on.join() === DEFAULT_DISPLAY.on.join() ? null : stylesheet);
