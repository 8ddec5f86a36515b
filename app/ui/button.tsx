import type { LinkProps } from '@remix-run/react';
import { type ComponentPropsWithoutRef, type MouseEvent, useId } from 'react';
import { classNames } from './class-names';
import { Icon } from './icon';
import type { IconName } from './icon-names';
import { Link } from './link';

interface Look {
  /** A view has one primary button. `danger` is never the first. `link` looks like a link. */
  kind?: 'primary' | 'second' | 'quiet' | 'danger' | 'link';
  small?: boolean;
  /** The button is as wide as its column. */
  block?: boolean;
  icon?: IconName;
}

export interface ButtonProps extends Look, ComponentPropsWithoutRef<'button'> {
  /** The words stay, an icon turns, and a second press does nothing. */
  busy?: boolean;
  /** The reason why the button cannot be pressed. It disables the button and is shown below it. */
  reason?: string;
}

export function Button({ kind, small, block, icon, busy, reason, className, children, ...control }: ButtonProps) {
  const reasonId = useId();
  const button = (
    <button
      type="submit"
      {...control}
      className={look({ kind, small, block }, className)}
      aria-busy={busy || undefined}
      onClick={busy ? ignore : control.onClick}
      disabled={control.disabled || reason !== undefined}
      aria-describedby={reason === undefined ? control['aria-describedby'] : reasonId}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
  if (reason === undefined) return button;
  return (
    <div className="stack stack-s">
      <div>{button}</div>
      <p className="small muted" id={reasonId}>
        {reason}
      </p>
    </div>
  );
}

export interface LinkButtonProps extends Look, LinkProps {}

/**
 * A link that looks like a button. It leads to another page and changes nothing. The space behind it separates it from
 * the next one in text browsers; in a row of buttons nobody sees it.
 */
export function LinkButton({ kind, small, block, icon, className, children, ...link }: LinkButtonProps) {
  return (
    <>
      <Link {...link} className={look({ kind, small, block }, className)}>
        {icon && <Icon name={icon} />}
        {children}
      </Link>{' '}
    </>
  );
}

function look({ kind = 'primary', small, block }: Look, className?: string): string | undefined {
  if (kind === 'link') return classNames('link', small && 'small', className);
  return classNames('btn', kind !== 'primary' && kind, small && 'small', block && 'block', className);
}

function ignore(event: MouseEvent) {
  event.preventDefault();
}
