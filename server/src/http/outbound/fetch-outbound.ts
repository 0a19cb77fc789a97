import { lookup as systemLookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isForbiddenAddress, isPublicAddress } from './allowed-addresses.ts'
import { observeOutgoing } from './observe-outgoing.ts'

/** A complete response from another server. */
export type OutboundResponse = { status: number; content_type: string; bytes: Buffer; url: string }

export type OutboundOptions = {
  /** In bytes. */
  limit: number
  timeout_ms: number
  accept: string
  redirects?: number
  resolve?: (host: string) => Promise<string[]>
  isAllowed?: (address: string) => boolean
}

/** The address cannot be fetched. The message says why and is safe to show. */
export class OutboundRefusal extends Error {
  override name = 'OutboundRefusal'
}

/**
 * The only way to fetch user-supplied URLs. Each host is resolved once and the connection goes to the checked address, which
 * prevents DNS rebinding; every redirect is checked again. Sends no cookies or referrer, and does not decompress. Throws
 * OutboundRefusal if the address is not allowed or there is no response within timeout_ms in total.
 */
export async function fetchOutbound(address: string, options: OutboundOptions): Promise<OutboundResponse> {
  const deadline = AbortSignal.timeout(options.timeout_ms)
  let url = parseHttpUrl(address)
  for (let redirects_left = options.redirects ?? 3; ; redirects_left--) {
    const hop = await observeOutgoing('GET', url, async () =>
      request(url, await resolveAllowedAddresses(url, options), options, deadline),
    )
    if (!('location' in hop)) return { ...hop, url: url.href }
    if (redirects_left === 0) throw new OutboundRefusal('The server redirects too often')
    url = parseHttpUrl(hop.location, url)
  }
}

/** Throws OutboundRefusal for anything but an http(s) URL. */
export function parseHttpUrl(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw new OutboundRefusal('This isn’t a valid URL')
  const url = new URL(address, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutboundRefusal('Only http and https URLs are supported')
  if (url.username || url.password)
    throw new OutboundRefusal('URLs with a username or password aren’t supported')
  return url
}

/** How names are resolved and which addresses are allowed; defaults to the public internet. */
export type NetworkAccess = Pick<OutboundOptions, 'resolve' | 'isAllowed'>

const noSuchServer = 'This server doesn’t exist'
const notPublic = 'This address isn’t on the public internet'
export const forbiddenAddress = 'Link-local and cloud metadata addresses are never contacted'

/** The addresses that a connection may use. Throws OutboundRefusal. */
export async function resolveAllowedAddresses(url: URL, options: NetworkAccess): Promise<string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isAllowed = options.isAllowed ?? isPublicAddress
  const addresses = isIP(host) ? [host] : await (options.resolve ?? resolveBySystem)(host)
  if (addresses.length === 0) throw new OutboundRefusal(noSuchServer)
  // Reject all if any is forbidden: mixing them is an attack.
  if (addresses.some(isForbiddenAddress)) throw new OutboundRefusal(forbiddenAddress)
  if (!addresses.every(isAllowed)) throw new OutboundRefusal(notPublic)
  return addresses
}

/** The message for an administrator, who can correct the address or have it allowed. `variable` is the feature's allow-list. */
export function explainRefusalToAdmin({ message }: OutboundRefusal, variable: string): string {
  if (message === noSuchServer)
    return 'No server with this name was found. Check the address; a new name can take a few minutes to work'
  if (message === notPublic)
    return `This address isn’t on the public internet. The operator of this server can allow it with ${variable}`
  return message
}

async function resolveBySystem(host: string): Promise<string[]> {
  try {
    return (await systemLookup(host, { all: true })).map((resolved) => resolved.address)
  } catch {
    return []
  }
}

/** A lookup that always returns the checked addresses. */
export const pinnedLookup =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, done) => {
    const resolved = addresses.map((address) => ({ address, family: isIP(address) }))
    if (all) done(null, resolved)
    else done(null, resolved[0]?.address ?? '', resolved[0]?.family)
  }

type HopResult =
  | { status: number; content_type: string; bytes: Buffer }
  | { status: number; location: string }

function request(
  url: URL,
  addresses: string[],
  options: OutboundOptions,
  signal: AbortSignal,
): Promise<HopResult> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(
        error instanceof OutboundRefusal
          ? error
          : new OutboundRefusal(
              signal.aborted ? 'The server takes too long to respond' : 'The server isn’t responding',
            ),
      )
    const outgoing = (url.protocol === 'https:' ? https : http).get(
      url,
      {
        signal,
        agent: false,
        headers: { accept: options.accept, 'accept-encoding': 'identity', 'user-agent': 'Parley' },
        lookup: pinnedLookup(addresses),
      },
      (incoming) => {
        const { statusCode: status = 0, headers } = incoming
        incoming.on('error', fail)
        if (status >= 300 && status < 400 && headers.location) {
          incoming.destroy()
          return resolve({ status, location: headers.location })
        }
        const chunks: Buffer[] = []
        let size = 0
        incoming.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size <= options.limit) return chunks.push(chunk)
          // Here, because a request whose whole response has arrived may end without an error.
          fail(new OutboundRefusal('This file is too large'))
          outgoing.destroy()
        })
        incoming.on('close', () => {
          if (incoming.complete)
            resolve({ status, content_type: headers['content-type'] ?? '', bytes: Buffer.concat(chunks) })
          else fail(new Error('cut off'))
        })
      },
    )
    outgoing.on('error', fail)
  })
}
