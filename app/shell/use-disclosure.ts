import { type RefObject, useEffect } from 'react';

interface Disclosure {
  isOpen: boolean;
  /** Holds what opens and what is opened. */
  frame: RefObject<HTMLElement>;
  panel: RefObject<HTMLElement>;
  /** @param isFocusWanted the focus was inside and belongs to what opened it */
  onClose: (isFocusWanted: boolean) => void;
}

/** The focus goes into what opens; it closes on Escape, by a press elsewhere, and when the focus leaves. */
export function useDisclosure({ isOpen, frame, panel, onClose }: Disclosure) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what closes it may be another function at each render
  useEffect(() => {
    if (!isOpen) return;
    panel.current?.focus();
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !frame.current?.contains(target)) onClose(false);
    };
    const closeByEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose(true);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeByEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeByEscape);
    };
  }, [isOpen, frame, panel]);
}
