import { classNames } from './class-names';
import type { IconName } from './icon-names';

export interface IconProps {
  name: IconName;
  /** `dot` in a stepper, `post` after a word. */
  className?: string;
}

/** An icon has no text of its own, so it always stands beside a word, visible or hidden. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg className={classNames('i', className)} width="20" height="20" aria-hidden="true">
      <use href={`/icons.svg#i-${name}`} />
    </svg>
  );
}
