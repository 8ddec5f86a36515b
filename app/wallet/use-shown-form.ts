import { useState } from 'react';

/**
 * Returns whether the form of a page is shown. A form that was shown once stays when it is blocked meanwhile, so that
 * nothing typed is lost; sending it says what blocks it.
 */
export function useShownForm(isBlocked: boolean): boolean {
  const [wasShown, setShown] = useState(!isBlocked);
  if (!isBlocked && !wasShown) setShown(true);
  return wasShown || !isBlocked;
}
