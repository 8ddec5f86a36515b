/** The addresses from which an API token may be used: IPv4, IPv6, and ranges of both (CIDR, RFC 4632 and 4291). */
import { BlockList, isIP, isIPv4 } from 'node:net';

const lengths = { ipv4: 32, ipv6: 128 } as const;

interface Address {
  family: keyof typeof lengths;
  bits: bigint;
  /** Length of the prefix of an IPv4 address in IPv6 form (`::ffff:192.0.2.1`): 96 bits, otherwise 0. */
  coat: number;
}

/**
 * Returns the canonical form of an address or range: `192.0.2.9`, `2001:db8::1`. A range starts with its first address,
 * a range of one address has no length, and IPv4 in IPv6 form becomes IPv4. Null for anything else.
 */
export function canonicalRange(typed: string): string | null {
  const [, given = '', length] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(typed) ?? [];
  if (isIP(given) === 0) return null;
  const address = readAddress(given);
  const all = lengths[address.family];
  const prefix = length === undefined ? all : Number(length) - address.coat;
  if (prefix < 0 || prefix > all) return null;
  const host = BigInt(all - prefix);
  const first = writeAddress({ ...address, bits: (address.bits >> host) << host });
  return prefix === all ? first : `${first}/${prefix}`;
}

/** Whether the caller's address is one of these or within one of these ranges; false without an address. */
export function isWithin(ranges: readonly string[], ip: string | null): boolean {
  if (ip === null || isIP(ip) === 0) return false;
  const allowed = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (prefix === undefined) allowed.addAddress(address, family);
    else allowed.addSubnet(address, Number(prefix), family);
  }
  const caller = readAddress(ip.replace(/%.*/, ''));
  return allowed.check(writeAddress(caller), caller.family);
}

function readAddress(address: string): Address {
  if (isIPv4(address)) {
    const bits = address.split('.').reduce((read, byte) => (read << 8n) | BigInt(byte), 0n);
    return { family: 'ipv4', bits, coat: 0 };
  }
  const [head = [], tail = []] = compressed(address)
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  const bits = [...head, ...zeros, ...tail].reduce((read, group) => (read << 16n) | BigInt(`0x${group}`), 0n);
  const isMapped = bits >> 32n === 0xffffn;
  return isMapped ? { family: 'ipv4', bits: bits & 0xffff_ffffn, coat: 96 } : { family: 'ipv6', bits, coat: 0 };
}

function writeAddress({ family, bits }: Address): string {
  if (family === 'ipv4') return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join('.');
  return compressed(bits.toString(16).padStart(32, '0').match(/.{4}/g)?.join(':') ?? '');
}

/** Returns the form of RFC 5952: lower case, the longest run of zeros as `::`, and no dotted end. */
const compressed = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);
