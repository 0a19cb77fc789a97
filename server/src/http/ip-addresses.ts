import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The usual form of an address: an IPv4-mapped IPv6 address, as dual-stack sockets report IPv4 peers, becomes the IPv4
 * address, and an IPv6 address is shortened, without its zone. Null for anything else.
 */
export function normalizeAddress(text: string): string | null {
  const [address = ''] = text.split('%')
  return isIP(address) === 0 ? null : ipaddr.process(address).toString()
}

/** Matches addresses against addresses and ranges such as 10.1.0.0/16. Throws for invalid ones. */
export function createRangeMatcher(ranges: readonly string[]): (address: string) => boolean {
  const networks = ranges.map(parseRange)
  return (address) => {
    const normalized = normalizeAddress(address)
    if (normalized === null) return false
    const parsed = ipaddr.parse(normalized)
    // match() throws for mixed kinds.
    return networks.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits))
  }
}

function parseRange(range: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [address = '', bits, ...more] = range.split('/')
  const width = isIP(address) === 4 ? 32 : 128
  // The library also takes shorthands such as 10.1 for 10.0.0.1, which people mean as a range.
  if (isIP(address) === 0 || address.includes('%') || more.length > 0 || !isPrefixLength(bits, width))
    throw new Error(`${range} is neither an address nor a range`)
  const parsed = ipaddr.parse(address)
  const length = bits === undefined ? width : Number(bits)
  return parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && length >= 96
    ? [parsed.toIPv4Address(), length - 96]
    : [parsed, length]
}

const isPrefixLength = (bits: string | undefined, width: number) =>
  bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width)
