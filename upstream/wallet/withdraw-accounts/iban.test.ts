import { composeIBAN } from 'ibantools';
import { describe, expect, it } from 'vitest';
import { maskIban } from '../../contract/iban';
import { readBic, readIban } from './iban';

const german = 'DE02120300000000202051';

describe('an IBAN', () => {
  it.each([
    ['de02 1203 0000 0000 2020 51', german],
    [`\u00a0DE02\u202f1203\t0000-0000-2020-51 `, german],
    ['AT611904300234573201', 'AT611904300234573201'],
    ['GB82 WEST 1234 5698 7654 32', 'GB82WEST12345698765432'],
    ['CH93 0076 2011 6238 5295 7', 'CH9300762011623852957'],
    ['AL47212110090000000235698741', 'AL47212110090000000235698741'],
    ['NO9386011117947', 'NO9386011117947'],
  ])('written as %j is right, and bare', (typed, iban) => {
    expect(readIban(typed)).toEqual({ iban, fault: null });
  });

  it.each([
    ['', 'ibanCharacters'],
    ['DE', 'ibanCharacters'],
    ['1'.repeat(40), 'ibanCharacters'],
    ['DE٠٢١٢٠٣٠٠٠٠٠٠٠٠٢٠٢٠٥١', 'ibanCharacters'],
    ['ＤＥ02120300000000202051', 'ibanCharacters'],
    ['DE0212030000000020205ı', 'ibanCharacters'],
    ["DE02120300000000202051'; drop table", 'ibanCharacters'],
    ['DE03120300000000202051', 'ibanWrong'],
    ['DE02120300000000202015', 'ibanWrong'],
    ['DE0212030000000020205', 'ibanLength'],
    ['DE021203000000002020510', 'ibanLength'],
    [`DE02${'1'.repeat(36)}`, 'ibanLength'],
    ['DE0212030000000020205A', 'ibanWrong'],
    ['XX02120300000000202051', 'ibanCountry'],
    ['US64SVBKUS6S3300958879', 'ibanCountry'],
    ['TR330006100519786457841326', 'ibanNotSepa'],
    ['AE070331234567890123456', 'ibanNotSepa'],
    ['CH4431999123000889012', 'ibanQr'],
  ])('written as %j is refused as %s', (typed, fault) => {
    expect(readIban(typed).fault).toBe(fault);
  });

  it('is refused with any one digit mistyped, or two neighbours swapped', () => {
    for (let at = 2; at < german.length; at++) {
      const digit = (Number(german[at]) + 1) % 10;
      expect(readIban(german.slice(0, at) + digit + german.slice(at + 1)).fault, `digit ${at}`).not.toBeNull();
      const swapped = german.slice(0, at) + (german[at + 1] ?? '') + german[at] + german.slice(at + 2);
      if (swapped !== german) expect(readIban(swapped).fault, `swap at ${at}`).not.toBeNull();
    }
  });

  it('is shown by its country and the last four', () => {
    expect(maskIban('DE89370400440532013000')).toBe('DE•• •••• 3000');
  });
});

describe('a BIC', () => {
  const swiss = composeIBAN({ countryCode: 'CH', bban: '00762011623852957' }) ?? '';
  it.each([
    [undefined, german, null],
    [' ', german, null],
    ['bylade m1 001', german, 'BYLADEM1001'],
    ['BYLADEM1', german, 'BYLADEM1'],
    ['UBSWCHZH80A', swiss, 'UBSWCHZH80A'],
    ['CEPAGPGP', 'FR1420041010050500013M02606', 'CEPAGPGP'],
    ['LOYDJESH', 'GB82WEST12345698765432', 'LOYDJESH'],
  ])('%j goes with %s', (typed, iban, bic) => {
    expect(readBic(typed, iban)).toEqual({ bic, fault: null });
  });

  it.each([
    [undefined, swiss, 'bicMissing'],
    ['', 'GB82WEST12345698765432', 'bicMissing'],
    ['BYLADEM', german, 'bicWrong'],
    ['BYLADEM100', german, 'bicWrong'],
    ['1234DEM1', german, 'bicWrong'],
    ['BYLAXXM1', german, 'bicWrong'],
    ['BYLADEM0', german, 'bicWrong'],
    ['UBSWCHZH', german, 'bicCountry'],
    ['BYLADEM1001', swiss, 'bicCountry'],
  ])('%j does not go with %s: %s', (typed, iban, fault) => {
    expect(readBic(typed, iban).fault).toBe(fault);
  });
});
