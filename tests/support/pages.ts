/** A page of every route that shows one, for judges that look at all of them. `pages.spec.ts` finds what is missing. */
export const guestPages = [
  '/login',
  '/register',
  '/register/AnnaKessler',
  '/recover',
  '/reset-password/anna%40example.org/some-token',
  '/verify-email/1/some-hash?expires=1&signature=none',
  '/email-verification/sent',
  '/email-verification/success',
  '/email-verification/expired',
  '/email-verification/invalid',
  '/email-verification/already',
  '/auth',
  '/auth?token=some-token',
  '/unlock/some-token',
  '/terms/membership',
  '/terms/privacy',
  '/terms/privacy/changes',
  '/enter-ghost-mode',
  '/notfound',
  '/error500',
  '/maintenance',
  '/routes',
  '/ui',
];

export const memberPages = [
  '/dashboard',
  '/settings/address',
  '/settings/account',
  '/settings/2fa',
  '/settings/devices',
  '/settings/notifications',
  '/settings/terms',
  '/settings/sponsor',
  '/settings/api-token',
  '/settings/withdraw-accounts',
  '/settings/privacy',
  '/financial',
  '/financial/action/make-withdraw',
  '/financial/action/make-deposit',
  '/financial/order/OR-0/bank-details',
  '/financial/order/OR-0',
  '/financial/transaction/TX-0',
  '/financial/withdraw/WD-0',
  '/financial/transactions',
  '/financial/orders',
  '/financial/withdrawals',
  '/support/faq',
  '/faq',
  '/support/contact/categories',
  '/support/contact/other',
  '/support/tickets',
  '/support/ticket/1',
  '/posts',
  '/post/1',
  '/affiliate',
  '/appointments',
  '/appointment/register-ticket/AP-0',
  '/event',
  '/chat',
  '/chat/1',
  '/growing',
  '/growing/sale',
  '/growing/sale/SL-0',
  '/notifications',
  '/ui/form',
  '/term-updates',
  // While somebody is signed in, this is another page.
  '/lock',
];

/** Reached in a state of their own; see the states in `pages.spec.ts`. */
export const statePages = ['/lock', '/login/two-factor'];

/** For people who build the club: no part of it in production, and no budget. */
export const workshopPages = ['/ui', '/ui/form'];

/** Posted to, or redirecting: never a page. */
export const withoutPage = /^\/(settings|display|notice|instructions|new-messages|\*)?$/;
