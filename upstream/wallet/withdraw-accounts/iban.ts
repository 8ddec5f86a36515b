/** Checks where money can be sent by SEPA credit transfer. Rules: docs/product/wallet.md#withdraw-accounts. */
import { extractBIC, isSEPACountry, ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import { bareIban } from '../../contract/iban';

export type IbanFault = 'ibanCharacters' | 'ibanCountry' | 'ibanNotSepa' | 'ibanLength' | 'ibanWrong' | 'ibanQr';
export type BicFault = 'bicMissing' | 'bicWrong' | 'bicCountry';

/** Countries that joined after the list of ibantools (EPC409-09, "List of SEPA Scheme Countries"). */
const joinedSince = new Set(['AL', 'MD', 'ME', 'MK', 'RS']);
/** Within the EEA a transfer needs no BIC (regulation 260/2012, article 5). */
const eea = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);
/** Territories whose banks have their own BICs, but IBANs of the country (EPC409-09). */
const territories: Record<string, string[]> = {
  FI: ['AX'],
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'PM', 'RE', 'YT'],
  GB: ['GG', 'IM', 'JE'],
};

/** Returns the bare IBAN, and its fault if there is one. */
export function readIban(typed: string): { iban: string; fault: IbanFault | null } {
  const iban = bareIban(typed);
  return { iban, fault: faultOf(iban) };
}

function faultOf(iban: string): IbanFault | null {
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]+$/.test(iban)) return 'ibanCharacters';
  const country = iban.slice(0, 2);
  // A QR-IBAN takes only payments with its own kind of reference, which a withdrawal does not have.
  const { errorCodes, valid } = validateIBAN(iban, { allowQRIBAN: false });
  if (errorCodes.includes(ValidationErrorsIBAN.NoIBANCountry)) return 'ibanCountry';
  if (!isSEPACountry(country) && !joinedSince.has(country)) return 'ibanNotSepa';
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength)) return 'ibanLength';
  if (errorCodes.includes(ValidationErrorsIBAN.QRIBANNotAllowed)) return 'ibanQr';
  return valid ? null : 'ibanWrong';
}

/** Returns the bare BIC, or null for none, and its fault for this IBAN if there is one. */
export function readBic(typed: string | undefined, iban: string): { bic: string | null; fault: BicFault | null } {
  const bic = bareIban(typed ?? '');
  const country = iban.slice(0, 2);
  if (bic === '') return { bic: null, fault: eea.has(country) ? null : 'bicMissing' };
  const { valid, testBIC, countryCode = '' } = extractBIC(bic);
  if (!valid || testBIC) return { bic, fault: 'bicWrong' };
  const belongs = countryCode === country || territories[country]?.includes(countryCode);
  return { bic, fault: belongs ? null : 'bicCountry' };
}
