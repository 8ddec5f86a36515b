/** Writes the text of the QR code from which banking apps fill in a transfer (EPC069-12, version 002). */

export interface Transfer {
  /** The name of the payee. */
  name: string;
  iban: string;
  /** May be empty within the EEA. */
  bic: string;
  /** A decimal string in euro. */
  amount: string;
  reference: string;
}

const maxBytes = 331;

/**
 * Returns the lines in the order of the standard, joined by LF: UTF-8, a SEPA credit transfer, no purpose, an
 * unstructured reference.
 * @throws RangeError for what the standard does not allow; the values come from the club's configuration and the order
 */
export function epcPayload({ name, iban, bic, amount, reference }: Transfer): string {
  const isGood =
    isLine(name, 70) &&
    /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) &&
    /^([A-Z0-9]{8}([A-Z0-9]{3})?)?$/.test(bic) &&
    /^(?!0\.00$)(0|[1-9]\d{0,8})\.\d{2}$/.test(amount) &&
    isLine(reference, 140);
  if (!isGood) throw new RangeError('No transfer that an EPC QR code can hold');
  const payload = ['BCD', '002', '1', 'SCT', bic, name, iban, `EUR${amount}`, '', '', reference].join('\n');
  if (Buffer.byteLength(payload) > maxBytes) throw new RangeError(`An EPC QR code holds ${maxBytes} bytes`);
  return payload;
}

const isLine = (text: string, longest: number) =>
  text.trim() !== '' && !/[\r\n]/.test(text) && [...text].length <= longest;
