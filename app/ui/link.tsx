import { type LinkProps, Link as RouterLink } from '@remix-run/react';
import type { ReactNode } from 'react';

/**
 * Remix's link. The server writes it without asking the router: nearly all of our paths are absolute, and resolving
 * them was a tenth of what a page allocates.
 */
export const Link = import.meta.env.SSR ? WrittenLink : RouterLink;

/** A path that stays as it is when it is resolved. */
const RESOLVED = /^(?:\/[\w%~:-]+)*\/?(?:\?[\w%~:&=+,-]+)?(?:#[\w%~:-]+)?$/;

/** Writes the same HTML as `RouterLink`. */
function WrittenLink({ prefetch: _, ...props }: LinkProps): ReactNode {
  const { to, ...rest } = props;
  if (
    typeof to !== 'string' ||
    !to.startsWith('/') ||
    !RESOLVED.test(to) ||
    Object.keys(rest).some((name) => forRouter.has(name))
  )
    return <RouterLink {...props} />;
  return (
    <>
      <a {...rest} data-discover="true" href={to} />
      {/* The browser's link may put prefetched pages here. Without this place `useId` would differ inside the link. */}
      {null}
    </>
  );
}

/** What the link of the router reads, or writes in another place. Few of our links have it. */
const forRouter: ReadonlySet<string> = new Set([
  'discover',
  'preventScrollReset',
  'relative',
  'reloadDocument',
  'replace',
  'state',
  'target',
  'viewTransition',
] satisfies (keyof LinkProps)[]);
