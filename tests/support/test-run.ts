import { removeLeftovers } from './club';

/** After the last test, when every process of tests has ended. */
export default function setup() {
  return removeLeftovers;
}
