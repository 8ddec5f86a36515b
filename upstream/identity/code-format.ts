/** The form of codes. What cannot be a code is refused before it is counted, so that a slip uses up no attempt. */

/** Returns a one-time code without the spaces and hyphens that people type. */
export const bareCode = (typed: string): string => typed.replace(/[\s-]/g, '');

/** Whether the text is six digits, as every code of an app and every mailed code is. */
export const isOneTimeCode = (typed: string): boolean => /^\d{6}$/.test(bareCode(typed));

/** Returns a recovery code in the one way in which it is stored: 0 and O count as one sign, and so do 1, I and L. */
export const bareRecoveryCode = (typed: string): string =>
  bareCode(typed).toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');

/** Whether the text is ten signs of Crockford's alphabet. */
export const isRecoveryCode = (typed: string): boolean => /^[0-9A-HJKMNP-TV-Z]{10}$/.test(bareRecoveryCode(typed));
