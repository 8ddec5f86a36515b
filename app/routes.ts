import { index, layout, type RouteConfig, route } from '@remix-run/route-config';

/** The URL table, one line for each URL, in the order of section 2 of the specification. */
export default [
  index('shell/home.route.ts'),

  // Members
  layout('shell/member.layout.tsx', [
    route('dashboard', 'dashboard/dashboard.route.tsx'),
    route('settings', 'settings/settings.layout.tsx', [
      index('settings/index.route.ts'),
      route('address', 'settings/address.route.tsx'),
      route('account', 'settings/account.route.tsx'),
      route('account/email', 'settings/account-email.route.tsx'),
      route('account/password', 'settings/account-password.route.tsx'),
      route('account/preferences', 'settings/account-preferences.route.tsx'),
      route('account/display', 'settings/account-display.route.tsx'),
      route('account/eth-address', 'settings/account-eth-address.route.tsx'),
      route('2fa', 'settings/two-factor.route.tsx'),
      route('2fa/recovery-codes', 'settings/recovery-codes.route.tsx'),
      route('2fa/disable', 'settings/disable-two-factor.route.tsx'),
      route('devices', 'settings/devices.route.tsx'),
      route('notifications', 'settings/notifications.route.tsx'),
      route('terms', 'settings/terms.route.tsx'),
      route('sponsor', 'settings/sponsor.route.tsx'),
      route('api-token', 'settings/api-token.route.tsx'),
      route('api-token/new', 'settings/new-api-token.route.tsx'),
      route('withdraw-accounts', 'wallet/withdraw-accounts.route.tsx'),
      route('withdraw-accounts/new', 'wallet/new-withdraw-account.route.tsx'),
      route('withdraw-accounts/:id', 'wallet/change-withdraw-account.route.tsx'),
      route('withdraw-accounts/:id/delete', 'wallet/delete-withdraw-account.route.tsx'),
      route('privacy', 'settings/privacy.route.tsx'),
      route('privacy/delete', 'settings/delete-account.route.tsx'),
    ]),
    route('financial', 'wallet/overview.route.tsx'),
    route('financial/action/make-withdraw', 'wallet/make-withdraw.route.tsx'),
    route('financial/action/make-withdraw/:draft_id', 'wallet/review-withdraw.route.tsx'),
    route('financial/action/make-deposit', 'wallet/make-deposit.route.tsx'),
    route('financial/order/:order_label/bank-details', 'wallet/bank-details.route.tsx'),
    route('financial/order/:order_label/:status?', 'wallet/order.route.tsx'),
    route('financial/transaction/:transaction_label', 'wallet/transaction.route.tsx'),
    route('financial/withdraw/:withdraw_label', 'wallet/withdrawal.route.tsx'),
    route('financial/transactions', 'wallet/transactions.route.tsx'),
    route('financial/transactions/year/:year?', 'wallet/yearly-summary.route.tsx'),
    route('financial/statement', 'wallet/statement.route.tsx'),
    route('financial/orders', 'wallet/orders.route.tsx'),
    route('financial/withdrawals', 'wallet/withdrawals.route.tsx'),
    route('support/faq/:category?', 'support/faq.route.tsx'),
    route('faq/:category?', 'support/faq.route.tsx', { id: 'support/faq-alias' }),
    route('support/contact/categories', 'support/contact-categories.route.tsx'),
    route('support/contact/:category', 'support/contact.route.tsx'),
    route('support/tickets', 'support/tickets.route.tsx'),
    route('support/ticket/:id', 'support/ticket.route.tsx'),
    route('posts', 'news/posts.route.tsx'),
    route('post/:id/:vanity_url?', 'news/post.route.tsx'),
    route('affiliate', 'affiliate/team.route.tsx'),
    route('appointments', 'appointments/appointments.route.tsx'),
    route('appointment/register-ticket/:label', 'appointments/register-ticket.route.tsx'),
    route('event', 'appointments/event.route.tsx'),
    route('chat', 'chat/conversations.route.tsx'),
    route('chat/:conversationId', 'chat/conversation.route.tsx'),
    route('growing', 'growing/plants.route.tsx'),
    route('growing/sale', 'growing/sales.route.tsx'),
    route('growing/sale/:saleLabel', 'growing/sale.route.tsx'),
    route('notifications', 'notifications/notifications.route.tsx'),

    // Outside production only
    route('ui/form', 'dev/ui-form.route.tsx'),
  ]),

  // Guests
  layout('shell/guest.layout.tsx', [
    route('login', 'session/login.route.tsx'),
    route('login/two-factor', 'session/two-factor.route.tsx'),
    route('register/:ref_hash?', 'session/register.route.tsx'),
    route('recover', 'session/recover.route.tsx'),
    route('reset-password/:email/:token', 'session/reset-password.route.tsx'),

    // Open to everybody
    route('lock', 'session/lock.route.tsx'),
    route('verify-email/:id/:hash', 'session/verify-email.route.tsx'),
    route('email-verification/:status', 'session/email-verification.route.tsx'),
    route('revert-email/:token', 'session/revert-email.route.tsx'),
    route('email-reversal/:status', 'session/email-reversal.route.tsx'),
    route('auth', 'session/auth.route.tsx'),
    route('unlock/:token', 'session/auth.route.tsx', { id: 'session/unlock' }),
    route('cancel-withdrawal/:token', 'wallet/cancel-withdrawal.route.tsx'),
    route('log', 'wallet/log.route.tsx'),
    route('terms/:slug', 'terms/terms.route.tsx'),
    route('terms/:slug/changes', 'terms/terms-changes.route.tsx'),
    route('term-updates', 'terms/term-updates.route.tsx'),
    route('enter-ghost-mode', 'session/enter-ghost-mode.route.tsx'),
    route('imprint', 'imprint/imprint.route.tsx'),
    route('contact', 'imprint/contact.route.tsx'),
    route('notfound', 'shell/not-found.route.tsx'),
    route('error500', 'shell/error500.route.tsx'),
    route('maintenance', 'shell/maintenance.route.tsx'),

    // For POST; shown only when the POST is refused
    route('display', 'display/display.route.tsx'),
    route('notice', 'shell/notice.route.tsx'),
    route('instructions', 'dashboard/instructions.route.tsx'),
    route('new-messages', 'chat/new-messages.route.tsx'),
    route('*', 'shell/unknown-path.route.tsx'),
  ]),
  route('r/:ref_hash', 'session/referral.route.ts'),
  route('routes', 'shell/routes.route.tsx'),

  // Outside production only
  route('ui', 'dev/ui.route.tsx'),

  // For POST, never shown
  route('logout', 'session/logout.route.ts'),
  route('leave-ghost-mode', 'session/leave-ghost-mode.route.ts'),
  route('settings/privacy/ghost-access', 'settings/ghost-access.route.ts'),
  route('stay-signed-in', 'session/stay-signed-in.route.ts'),
  route('referral/remove', 'session/remove-referral.route.ts'),
  route('language', 'shell/language.route.ts'),
  route('light', 'shell/light.route.ts'),
  route('broadcasting/auth', 'realtime/broadcasting-auth.route.ts'),
  route('fcm/register', 'mobile/push-registration.route.ts'),
  route('tracking', 'tracking/tracking.route.ts'),
  route('settings/2fa/recovery-codes.txt', 'settings/recovery-codes-file.route.ts'),

  // Downloads
  route('financial/transactions.csv', 'wallet/transactions-csv.route.ts'),
  route('settings/privacy/export/:id', 'settings/export-file.route.ts'),
  route('financial/order/:order_label/bank-details.pdf', 'wallet/bank-details-file.route.ts'),
  route('financial/transaction/:transaction_label/receipt.pdf', 'wallet/receipt-file.route.ts'),
  route('financial/transaction/:transaction_label/receipt', 'wallet/receipt-file.route.ts', { id: 'wallet/receipt' }),
  route('financial/transaction/:transaction_label/receipt.json', 'wallet/receipt-proof.route.ts'),
  route('financial/statement/file', 'wallet/statement-file.route.ts'),

  // JSON for script
  route('settings/privacy/export', 'settings/export-progress.route.ts'),
  route('notifications/:kind', 'notifications/notification-list.route.ts'),
  route('header/counters', 'shell/header-counters.route.ts'),
  route('settings/address/choices', 'settings/address-choices.route.ts'),

  // For the offline page and the installed app
  route('manifest/:language', 'mobile/manifest.route.ts'),
  route('offline', 'mobile/offline.route.ts'),
  route('service-worker', 'mobile/service-worker.route.ts'),
] satisfies RouteConfig;
