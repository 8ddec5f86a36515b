/** The interface of this module for other modules. */

export { findKnownDevice } from './devices/devices';
export { moment } from './identity.mails';
export { textsIn as identityTextsIn } from './identity.texts';
export { checkPresentPassword } from './passwords/present-password';
export { changeName } from './profile/name-change';
export { findReferrer, shortName } from './referrals/referrals';
export { ageAt } from './registration/age';
export { lastSecurityChange } from './security-changes';
export { endSessionsOf, openSession } from './sessions/sessions';
export { completeSignIn } from './sign-in/complete-sign-in';
export { proposeOrConfirm } from './staff/proposals';
export { withVerification } from './verification/verification';
export type { Subjects } from './verification/verification-purpose';
