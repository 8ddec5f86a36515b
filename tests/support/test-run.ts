import { removeLeftovers } from './club';

/** Runs after the last test, when every test process has ended. */
export default function setup() {
  return removeLeftovers;
}
