/** A step of the staff that the rules of growing do not allow. The message is for the person at the command line. */
export class GrowingRefused extends Error {
  override name = 'GrowingRefused';
}
