import type { ReactNode } from 'react';
import { Icon } from './icon';
import { Link } from './link';

/** The link to the page above this one, over the heading. */
export function WayBack({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p>
      <Link className="crumb" to={to}>
        <Icon name="back" />
        {children}
      </Link>
    </p>
  );
}
