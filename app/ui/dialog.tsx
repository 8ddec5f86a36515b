import { Link } from '@remix-run/react';
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon';

export interface DialogProps {
  id: string;
  title: string;
  open: boolean;
  /** Neither Escape nor a close button: only what it holds leads out. */
  blocking?: boolean;
  /** Comes by itself: the focus goes to the dialog, not to a button that whoever is typing would press. */
  unasked?: boolean;
  /** Where closing leads without script, for a dialog that the server opened. */
  closeHref?: string;
  /** With script; the dialog that it opened closes by its `open`. */
  onClose?: () => void;
  children: ReactNode;
}

/**
 * In the HTML an open `<dialog>` whose shadow covers the page; the layout makes the rest `inert`.
 * With script it is modal, and not on the page before it is needed. React writes `open` once: taking it from a modal dialog would leave the page inert.
 */
export function Dialog({ id, title, open, blocking, unasked, closeHref, onClose, children }: DialogProps) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [openInHtml] = useState(open);
  const isNeeded = useRef(open);
  if (open) isNeeded.current = true;

  useEffect(() => {
    const element = dialog.current;
    // Engines of 2019 know no dialog: there the one in the HTML stays as it is.
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
