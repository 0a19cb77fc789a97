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
