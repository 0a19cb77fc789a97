import ipaddr from 'ipaddr.js'
import { createRangeMatcher } from '../ip-addresses.ts'

// Which addresses this server may contact, for every feature. Link-local and metadata addresses: never. Private addresses and
// loopback: only for mail servers set up by administrators; for anything else the operator must allow them (PARLEY_*_ALLOW).

/** Link-local addresses, and metadata services where cloud machines get credentials without authentication. */
const isForbiddenRange = createRangeMatcher([
  '169.254.0.0/16',
  'fe80::/10',
  'fd00:ec2::/32', // Amazon
  'fd20:ce::254/128', // Google
  '100.100.100.200/32', // Alibaba
  '168.63.129.16/32', // Azure; a public address
  '192.0.0.192/32', // Oracle
])

/** Whether an address may never be contacted by anyone. An IPv6 address that embeds a forbidden IPv4 address is forbidden too. */
export function isForbiddenAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  const addresses = parsed instanceof ipaddr.IPv6 ? [parsed, ...embeddedIpv4(parsed)] : [parsed]
  return addresses.some((one) => isForbiddenRange(one.toString()))
}

/**
 * The IPv4 addresses embedded in IPv4-mapped and IPv4-compatible (::/96), NAT64 (64:ff9b::/96, 64:ff9b:1::/48) and 6to4 (2002::/16)
 * addresses.
 */
function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4[] {
  const bytes = address.toByteArray()
  const [first, second] = address.parts
  const last = new ipaddr.IPv4(bytes.slice(12))
  if (first === 0x2002) return [new ipaddr.IPv4(bytes.slice(2, 6))]
  const isNat64 = first === 0x64 && second === 0xff9b
  const isEmbedded = address.isIPv4MappedAddress() || bytes.slice(0, 12).every((byte) => byte === 0)
  return isNat64 || isEmbedded ? [last] : []
}

/**
 * Whether an address is on the public internet. Special-purpose addresses are not: loopback, private, link-local (including cloud
 * metadata services), carrier-grade NAT, multicast, documentation, and IPv6 forms that embed an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || isForbiddenAddress(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv6) return isPublicIpv6(parsed)
  return parsed.range() === 'unicast'
}

// IANA has only allocated 2000::/3; the library calls everything "unicast" that it has no other range for.
const globalUnicast = ipaddr.parseCIDR('2000::/3')

function isPublicIpv6(address: ipaddr.IPv6): boolean {
  // NAT64 and 6to4 lead to the IPv4 address they embed; IPv4-mapped addresses are that address.
  return address.range() === 'unicast' && address.match(globalUnicast)
}

/** Matches the public internet and these addresses or ranges (such as 10.1.0.0/16), except forbidden ones. Throws for invalid ranges. */
export function allowPublicAnd(ranges: readonly string[]): (address: string) => boolean {
  const isAllowed = createRangeMatcher(ranges)
  return (address) => isPublicAddress(address) || (isAllowed(address) && !isForbiddenAddress(address))
}
