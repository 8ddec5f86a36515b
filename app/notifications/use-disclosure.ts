import { type RefObject, useEffect } from 'react';
import { useLatest } from '../ui/use-latest';

interface Disclosure {
  isOpen: boolean;
  /** Contains the opening control and the panel. */
  frame: RefObject<HTMLElement>;
  panel: RefObject<HTMLElement>;
  /** @param isFocusWanted whether the focus goes back to the opening control */
  onClose: (isFocusWanted: boolean) => void;
}

/** Focuses the panel when it opens. Closes it on Escape, on a press outside, and when the focus leaves. */
export function useDisclosure({ isOpen, frame, panel, onClose }: Disclosure) {
  const close = useLatest(onClose);
  useEffect(() => {
    if (!isOpen) return;
    panel.current?.focus();
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !frame.current?.contains(target)) close.current(false);
    };
    const closeByEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close.current(true);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeByEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeByEscape);
    };
  }, [isOpen, frame, panel, close]);
}
