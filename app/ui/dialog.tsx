import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../platform/i18n/use-translation';
import { Icon } from './icon';
import { Link } from './link';

export interface DialogProps {
  id: string;
  title: string;
  open: boolean;
  /** Escape does not close the dialog, and it has no close button. Only its content leads out. */
  blocking?: boolean;
  /** The dialog opens by itself. It takes the focus itself, because a person who types would press a focused button. */
  unasked?: boolean;
  /** The address that closes the dialog without script. For a dialog that the server opened. */
  closeHref?: string;
  /** Called with script. A dialog that script opened closes through its `open`. */
  onClose?: () => void;
  children: ReactNode;
}

/**
 * In the HTML it is an open `<dialog>` whose shadow covers the page, and the layout makes the rest `inert`.
 * With script it is modal, and it is not in the page before it is needed. React writes `open` only once: removing it
 * from a modal dialog would leave the page inert.
 */
export function Dialog({ id, title, open, blocking, unasked, closeHref, onClose, children }: DialogProps) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [openInHtml] = useState(open);
  const isNeeded = useRef(open);
  if (open) isNeeded.current = true;

  useEffect(() => {
    const element = dialog.current;
    // Engines of 2019 have no `showModal`. There the dialog of the HTML stays as it is.
    if (!open || !element?.showModal) return;
    element.removeAttribute('open');
    element.showModal();
    if (unasked) element.focus();
    return () => element.close();
  }, [open, unasked]);

  if (!isNeeded.current) return null;
  const keepOpen = (event: SyntheticEvent | KeyboardEvent) => {
    if (!('key' in event) || event.key === 'Escape') event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      id={id}
      className="stack"
      tabIndex={unasked ? -1 : undefined}
      open={openInHtml}
      aria-labelledby={`${id}-h`}
      onCancel={blocking ? keepOpen : onClose}
      onKeyDown={blocking ? keepOpen : undefined}
    >
      <div className="row row-ends">
        <h2 id={`${id}-h`}>{title}</h2>
        {!blocking && closeHref && (
          <Link className="tool" to={closeHref} onClick={onClose} preventScrollReset>
            <Icon name="close" />
            <span className="vh">{t('ui.close')}</span>
          </Link>
        )}
        {!blocking && !closeHref && (
          <button type="button" className="tool" onClick={onClose}>
            <Icon name="close" />
            <span className="vh">{t('ui.close')}</span>
          </button>
        )}
      </div>
      {children}
    </dialog>
  );
}
