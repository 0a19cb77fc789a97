import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll } from 'vitest'

/** Answers lookups of these names in this file, without the network. A name without addresses doesn't exist. */
export function stubDnsLookup(addressesByName: Record<string, string[]>): void {
  const { lookup } = dns
  // One of its call signatures, with `all`.
  const stub = (host: string, options: dns.LookupAllOptions, done: (...answer: unknown[]) => void) => {
    const addresses = addressesByName[host]
    if (!addresses) return lookup(host, options, done)
    const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' })
    const records = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    setImmediate(() => (records.length > 0 ? done(null, records) : done(error)))
  }
  const replaceLookup = (replacement: unknown) => {
    Object.assign(dns, { lookup: replacement })
    syncBuiltinESMExports()
  }
  beforeAll(() => replaceLookup(stub))
  afterAll(() => replaceLookup(lookup))
}
