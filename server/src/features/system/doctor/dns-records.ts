import { isIP } from 'node:net'
import type { ResolveDns } from '../../../sender-auth/dns-resolver.ts'

/** Records of a name; empty if it has none. Throws if the servers didn't give an answer. */
async function listRecords(resolve: ResolveDns, name: string, type: string): Promise<unknown[]> {
  try {
    return await resolve(name, type)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOTFOUND' || code === 'ENODATA') return []
    throw new Error(`The DNS lookup of ${name} (${type}) failed: ${code ?? (error as Error).message}`)
  }
}

/** Each record as one text, whatever parts it was split into. */
export async function listTexts(resolve: ResolveDns, name: string): Promise<string[]> {
  const records = await listRecords(resolve, name, 'TXT')
  return records.map((parts) => (Array.isArray(parts) ? parts.join('') : String(parts)))
}

/** Hosts that receive email, the preferred one first; "" for a domain that receives none (RFC 7505). */
export async function listMailExchangers(resolve: ResolveDns, domain: string): Promise<string[]> {
  const records = (await listRecords(resolve, domain, 'MX')) as { exchange: string; priority: number }[] // the shape of MX records
  return records
    .toSorted((a, b) => a.priority - b.priority)
    .map(({ exchange }) => exchange.replace(/\.$/, '').toLowerCase())
}

/** IPv4 and IPv6 addresses. */
export async function listAddresses(resolve: ResolveDns, host: string): Promise<string[]> {
  if (isIP(host)) return [host]
  const [v4, v6] = await Promise.all([listRecords(resolve, host, 'A'), listRecords(resolve, host, 'AAAA')])
  return [...v4, ...v6].map(String)
}
