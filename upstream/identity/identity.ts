/** What other modules use of this one. */
export { type Caller, callerOf } from './caller';
export { moment } from './identity.mails';
export { textsIn as identityTextsIn } from './identity.texts';
export { purposeKeys } from './keys';
export { findUser, lockUser, showUser, type UserRow } from './members';
export { requirePermission } from './permissions';
export { checkPresentPassword } from './present-password';
export { findReferrer, shortName } from './referrals';
export { ageAt, isName } from './registration';
export { findSecurityChange } from './security-changes';
export { endSessionsOf, forMember, holderOf, memberOf } from './sessions';
export { withVerification } from './verification/verification';
export type { Subjects } from './verification/verification-purpose';
