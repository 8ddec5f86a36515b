/**
 * How often one member may make calls that write. Each call has a kind, and each kind has limits. They stop runaway
 * programs and useless rows, and are far above normal use. Guesses have separate limits (`identity/throttles.ts`).
 * Callers see them as 429 with `Retry-After`.
 */

interface Limits {
  /** Calls in 60 seconds. */
  minute: number;
  /** Calls in 24 hours. */
  day: number;
}

export const writeLimits = {
  /** Each leaves a permanent row. */
  order: { minute: 20, day: 50 },
  /** Other calls about money. */
  money: { minute: 60, day: 600 },
  /** What members write to the club. Each leaves a row that staff read. */
  message: { minute: 20, day: 200 },
  /** Messages among members. The chat itself counts those that are new; see `upstream/chat/write.ts`. */
  chat: { minute: 60, day: 5000 },
  /** Settings, and the security of the account. */
  settings: { minute: 60, day: 600 },
  /** Each takes up to 10 MB. */
  upload: { minute: 30, day: 300 },
  /** What a visitor lets happen in a demo club. */
  demo: { minute: 10, day: 200 },
  /** Side effects of using the pages, such as marks that something was read. */
  ordinary: { minute: 120, day: 5000 },
  /** Staying signed in, realtime, and signing out: what pages do by themselves or what protects the account. */
  session: { minute: 300, day: 50_000 },
} as const satisfies Record<string, Limits>;

export type WriteKind = keyof typeof writeLimits;

/** By `operationId`; of calls that read, only one that does what another one writes. Calls of guests are limited by network, in the calls themselves. */
export const writeKinds: Record<string, WriteKind | 'guest'> = {
  buyPlants: 'order',
  createDeposit: 'order',
  registerTicket: 'order',
  acceptOffer: 'order',
  cancelOrder: 'money',
  cancelTicket: 'money',
  declineOffer: 'money',
  createWithdrawalDraft: 'money',
  createWithdrawal: 'money',
  cancelWithdrawal: 'money',
  createWithdrawAccount: 'money',
  updateWithdrawAccount: 'money',
  deleteWithdrawAccount: 'money',
  createTicket: 'message',
  replyToTicket: 'message',
  reportChatMessage: 'message',
  openConversation: 'chat',
  sendChatMessage: 'chat',
  editChatMessage: 'chat',
  deleteChatMessage: 'chat',
  requestVerificationCode: 'settings',
  requestEmailChange: 'settings',
  resendEmailCode: 'settings',
  confirmEmailChange: 'settings',
  cancelEmailChange: 'settings',
  changePassword: 'settings',
  updateAccount: 'settings',
  putAddress: 'settings',
  checkAddress: 'settings',
  createApiToken: 'settings',
  setNotificationSettings: 'settings',
  setTrackingConsent: 'settings',
  setNameHidden: 'settings',
  requestExport: 'settings',
  requestDeletion: 'settings',
  cancelDeletion: 'settings',
  putSponsor: 'settings',
  createNewsFeed: 'settings',
  deleteNewsFeed: 'settings',
  createCalendarFeed: 'settings',
  deleteCalendarFeed: 'settings',
  agreeToTermUpdates: 'settings',
  beginTwoFactor: 'settings',
  cancelTwoFactor: 'settings',
  confirmTwoFactor: 'settings',
  renewRecoveryCodes: 'settings',
  disableTwoFactor: 'settings',
  uploadAttachment: 'upload',
  actInDemo: 'demo',
  toggleInstruction: 'ordinary',
  markAllAsRead: 'ordinary',
  markAsRead: 'ordinary',
  markAsUnread: 'ordinary',
  rateFaq: 'ordinary',
  markTicketAsRead: 'ordinary',
  closeTicket: 'ordinary',
  reopenTicket: 'ordinary',
  rateTicket: 'ordinary',
  markPostAsRead: 'ordinary',
  markPostsAsRead: 'ordinary',
  markConversationAsRead: 'ordinary',
  markChatAsSeen: 'ordinary',
  muteConversation: 'ordinary',
  blockConversation: 'ordinary',
  checkIn: 'ordinary',
  undoCheckIn: 'ordinary',
  registerPushToken: 'ordinary',
  removePushRegistration: 'ordinary',
  refresh: 'session',
  logout: 'session',
  revokeDevice: 'session',
  revokeOtherDevices: 'session',
  revokeApiToken: 'session',
  leaveGhostMode: 'session',
  endGhostAccess: 'session',
  authorizeChannel: 'session',
  authorizeChannelByGet: 'session',
  authenticateSocket: 'session',
  login: 'guest',
  answerTwoFactorChallenge: 'guest',
  register: 'guest',
  checkApplication: 'guest',
  recover: 'guest',
  resetPassword: 'guest',
  unlock: 'guest',
  requestUnlockLink: 'guest',
  signInWithToken: 'guest',
  verifyEmail: 'guest',
  resendVerification: 'guest',
  revertEmailChange: 'guest',
  showGhostLink: 'guest',
  enterGhostMode: 'guest',
  countReferralClick: 'guest',
  cancelWithdrawalByToken: 'guest',
  signInToDemo: 'guest',
};
