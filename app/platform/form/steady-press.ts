import { useEffect } from 'react';

/**
 * Keeps the page still while the mouse button is down: a field of this form that loses the focus by the press is
 * validated after the release. Otherwise its message could appear or disappear, and the pressed button would move away.
 */
export function useSteadyPress(formId: string) {
  useEffect(() => {
    let isDown = false;
    let left: EventTarget[] = [];
    const press = () => {
      isDown = true;
    };
    const holdBack = (event: FocusEvent) => {
      const field = event.target as HTMLInputElement | null;
      if (!isDown || field?.form?.id !== formId) return;
      event.stopImmediatePropagation();
      left.push(field);
    };
    const release = () => {
      isDown = false;
      const fields = left;
      left = [];
      // The click comes after this event.
      setTimeout(() => {
        for (const field of fields) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
      });
    };
    const released = ['mouseup', 'dragend'];
    window.addEventListener('mousedown', press, true);
    window.addEventListener('focusout', holdBack, true);
    for (const event of released) window.addEventListener(event, release, true);
    return () => {
      window.removeEventListener('mousedown', press, true);
      window.removeEventListener('focusout', holdBack, true);
      for (const event of released) window.removeEventListener(event, release, true);
    };
  }, [formId]);
}
