/** The interface of this module for other modules. */
export { hasTermUpdates, listTermUpdates, showTermUpdates, tagOf } from './term-updates';
export { textsIn as termsTextsIn } from './terms.texts';
export { requireAcceptedTerms } from './terms-gate';
export { acceptTerms, listTermsInForce } from './versions';
