import ipaddr from 'ipaddr.js'

/**
 * Whether an address belongs to the public internet. Everything with a meaning of its own is not: loopback, private, link-local (where cloud
 * machines answer with their credentials), carrier NAT, multicast, documentation, and IPv6 forms that carry an IPv4 address inside.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv6) return isPublicIpv6(parsed)
  return parsed.range() === 'unicast'
}

// 2000::/3 is all that is handed out (IANA); the library's "unicast" is anything it has no other word for.
const handedOut = ipaddr.parseCIDR('2000::/3')

function isPublicIpv6(address: ipaddr.IPv6): boolean {
  // NAT64 and 6to4 lead to whatever IPv4 address they carry; IPv4-mapped ones are that address.
  return address.range() === 'unicast' && address.match(handedOut)
}

/** The public internet, and these: addresses or ranges such as 10.1.0.0/16. Throws for what is neither. */
export function publicAnd(ranges: readonly string[]): (address: string) => boolean {
  const allowed = ranges.map((range) =>
    range.includes('/')
      ? ipaddr.parseCIDR(range)
      : ([ipaddr.parse(range), range.includes(':') ? 128 : 32] as const),
  )
  return (address) => isPublicAddress(address) || allowed.some((range) => isWithin(address, range))
}

function isWithin(address: string, [network, bits]: readonly [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  // match() throws for two kinds.
  return parsed.kind() === network.kind() && parsed.match(network, bits)
}
