import ipaddr from 'ipaddr.js'

/** Matches addresses against addresses and ranges such as 10.1.0.0/16. Throws for invalid ones. */
export function createRangeMatcher(ranges: readonly string[]): (address: string) => boolean {
  const networks = ranges.map((range) =>
    range.includes('/')
      ? ipaddr.parseCIDR(range)
      : ([ipaddr.parse(range), range.includes(':') ? 128 : 32] as const),
  )
  return (address) => networks.some((network) => isWithin(address, network))
}

function isWithin(address: string, [network, bits]: readonly [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  // match() throws for mixed kinds.
  return parsed.kind() === network.kind() && parsed.match(network, bits)
}
