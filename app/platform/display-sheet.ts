import stylesheet from '../ui/display-choices.css?url';
import { DEFAULT_DISPLAY, type Display } from './display';

/** Of the sheet for members who arranged the page; null for the others, whose pages are lighter without it. */
export const displaySheet = ({ on }: Display) => (on.join() === DEFAULT_DISPLAY.on.join() ? null : stylesheet);
