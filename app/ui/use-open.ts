import { useState } from 'react';

/** Returns whether something is open, and its setter. A change of `page` closes it in the same render. */
export function useOpen(page: string): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  const [shownOn, setShownOn] = useState(page);
  if (shownOn !== page) {
    setShownOn(page);
    setOpen(false);
  }
  return [isOpen, setOpen];
}
