import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '../../log.ts'
import { createRangeMatcher, normalizeAddress } from '../ip-addresses.ts'

/** Addresses of this machine, whose proxies are trusted unless PARLEY_TRUSTED_PROXIES is set. */
export const thisMachine: readonly string[] = ['127.0.0.0/8', '::1']

type Client = { ip: string; protocol: 'http' | 'https' }

/** More proxies than this in a row are a mistake. */
const maxProxies = 20

/**
 * Makes `request.ip` and `request.protocol` those of the client, for everything that uses them: rate limits, sessions,
 * the activity log and the Secure flag of cookies. They come from X-Forwarded-For and X-Forwarded-Proto if the peer is a
 * trusted proxy; anyone else can forge these headers. Register it before every other hook.
 */
export function resolveClients(app: FastifyInstance, isTrusted: TrustedProxies, log: Log): void {
  const warnOnce = createForgeryWarning(log)
  app.addHook('onRequest', async (request) => {
    const { ip, protocol } = findClient(request, isTrusted)
    const peer = peerAddress(request)
    if (peer !== unknownPeer && hasForwardedHeaders(request) && !isTrusted(peer)) warnOnce(peer)
    Object.defineProperties(request, { ip: { value: ip }, protocol: { value: protocol } })
  })
}

export type TrustedProxies = (address: string) => boolean
export const trustedProxies = (ranges: readonly string[] = thisMachine): TrustedProxies =>
  createRangeMatcher(ranges)

/** The last hop that isn't a trusted proxy. Each proxy adds the address that connected to it at the end of the header. */
function findClient(request: FastifyRequest, isTrusted: TrustedProxies): Client {
  let ip = peerAddress(request)
  if (!isTrusted(ip)) return { ip, protocol: socketProtocol(request) }
  const hops = lastEntries(request.headers['x-forwarded-for'])
  let proxies = 0
  while (isTrusted(ip) && proxies < maxProxies) {
    // What isn't an address names nobody: the client is then the proxy that passed it on.
    const hop = normalizeAddress(withoutPort(hops.next().value ?? ''))
    if (hop === null) break
    ip = hop
    proxies += 1
  }
  return { ip, protocol: forwardedProtocol(request, proxies) ?? socketProtocol(request) }
}

/** The protocol that the client used with the first of these proxies; proxies may add to the header or pass it on. */
function forwardedProtocol({ headers }: FastifyRequest, proxies: number): Client['protocol'] | null {
  const entries = [...lastEntries(headers['x-forwarded-proto'])]
  const entry = entries[Math.max(0, Math.min(proxies, entries.length) - 1)]?.toLowerCase()
  if (!entry) return null
  return entry === 'https' || entry === 'wss' ? 'https' : 'http'
}

/** The entries of a comma-separated header, the last one first, as many as there may be proxies. */
function* lastEntries(header: string | string[] | undefined): Generator<string, undefined> {
  let rest = String(header ?? '')
  for (let entries = 0; entries < maxProxies && rest !== ''; entries += 1) {
    const comma = rest.lastIndexOf(',')
    yield rest.slice(comma + 1).trim()
    rest = rest.slice(0, Math.max(0, comma))
  }
}

/** Some proxies add the port: 192.0.2.1:4711, [2001:db8::1]:4711. */
function withoutPort(entry: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(entry) ?? []
  const [, ipv4] = /^([\d.]+):\d+$/.exec(entry) ?? []
  return bracketed ?? ipv4 ?? entry
}

/** Its connection is closed already. */
const unknownPeer = 'unknown'
const peerAddress = ({ socket }: FastifyRequest) =>
  normalizeAddress(socket.remoteAddress ?? '') ?? unknownPeer

const socketProtocol = ({ socket }: FastifyRequest) =>
  'encrypted' in socket && socket.encrypted ? 'https' : 'http'

const hasForwardedHeaders = ({ headers }: FastifyRequest) =>
  headers['x-forwarded-for'] !== undefined || headers['x-forwarded-proto'] !== undefined

function createForgeryWarning(log: Log): (peer: string) => void {
  let isDone = false
  return (peer) => {
    if (isDone) return
    isDone = true
    log.warn(
      { peer },
      `${peer} sends X-Forwarded-For or X-Forwarded-Proto, but isn’t a trusted proxy, so they are ignored. If it is your reverse proxy, add it to PARLEY_TRUSTED_PROXIES: until then all clients behind it share one address and its rate limits, and cookies aren’t marked Secure`,
    )
  }
}
