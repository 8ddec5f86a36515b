import { describe, expect, it } from 'vitest';
import { readEthAddress } from './eth-address';

/** The test vectors of EIP-55: all upper case, all lower case, and mixed. */
const vectors = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

describe('an ETH address', () => {
  it.each(vectors)('%s is taken as it is, all-lower and all-upper, and given its checksum', (address) => {
    expect(readEthAddress(address)).toEqual({ address });
    expect(readEthAddress(address.toLowerCase())).toEqual({ address });
    expect(readEthAddress(`0x${address.slice(2).toUpperCase()}`)).toEqual({ address });
  });

  it.each([
    '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d35f',
  ])('%s has a wrong checksum', (address) => expect(readEthAddress(address)).toEqual({ fault: 'checksum' }));

  it.each([
    '',
    '0x',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe٣',
    'alice.eth',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\n',
  ])('%j has not the shape of one', (typed) => expect(readEthAddress(typed)).toEqual({ fault: 'shape' }));
});
