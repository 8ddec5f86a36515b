/** Ethereum addresses with the checksum of EIP-55, https://eips.ethereum.org/EIPS/eip-55. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * Returns the address with its checksum, or its fault: `shape` for anything but `0x` and 40 hexadecimal digits,
 * `checksum` for mixed case that does not match. All-lower and all-upper case carry no checksum.
 */
export function readEthAddress(typed: string): { address: string } | { fault: 'shape' | 'checksum' } {
  const digits = /^0x([0-9a-f]{40})$/i.exec(typed)?.[1];
  if (!digits) return { fault: 'shape' };
  const address = checksummed(digits.toLowerCase());
  const carriesNone = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return carriesNone || address.slice(2) === digits ? { address } : { fault: 'checksum' };
}

/** A letter is upper case if the digit at its position in the hash of the lower-case digits is 8 or more. */
function checksummed(digits: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  return `0x${[...digits].map((digit, at) => (Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`;
}
