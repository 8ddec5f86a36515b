import { useRouteLoaderData } from '@remix-run/react';

/** Data of the signed-in member for the pages of all modules, from the loader of `shell/member.layout.tsx`. */
export interface MemberData {
  userId: number;
  /** Whether the member may write to support. */
  asksSupport: boolean;
  /** For the dialog about new messages; null if it is not shown. */
  newMessages: { count: number; path: string } | null;
}

/** Returns undefined on pages for guests and after an error of the layout's loader. */
export const useMemberData = () => useRouteLoaderData('shell/member.layout') as MemberData | undefined;
