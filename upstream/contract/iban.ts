/** How an IBAN is written; whether it is one, and takes our money, is upstream's to say. */

/** As it is stored and compared, whatever stands between the groups. Only letters of ASCII are lifted. */
export const bareIban = (typed: string): string =>
  typed.replace(/[\s-]/g, '').replace(/[a-z]/g, (letter) => letter.toUpperCase());

/** Country and the last four: `DE•• •••• 3000`. */
export const maskIban = (iban: string): string => `${iban.slice(0, 2)}•• •••• ${iban.slice(-4)}`;
