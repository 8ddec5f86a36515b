import { classNames } from './class-names';
import type { IconName } from './icon-names';

export interface IconProps {
  name: IconName;
  /** `dot` in a stepper, `post` behind a word. */
  className?: string;
}

/** Always stands beside a word, or beside a hidden one: it says nothing itself. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg className={classNames('i', className)} width="20" height="20" aria-hidden="true" focusable="false">
      <use href={`/icons.svg#i-${name}`} />
    </svg>
  );
}
