/** The notation of IBANs. The upstream checks whether an IBAN is valid and accepted. */

/** Returns the form for storing and comparing, without spaces and hyphens. Only ASCII letters become upper case. */
export const bareIban = (typed: string): string =>
  typed.replace(/[\s-]/g, '').replace(/[a-z]/g, (letter) => letter.toUpperCase());

/** Returns country and last four characters: `DE•• •••• 3000`. */
export const maskIban = (iban: string): string => `${iban.slice(0, 2)}•• •••• ${iban.slice(-4)}`;
