import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon } from './icon';

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
