import type { IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { type NetworkAccess, parseHttpUrl, pinnedLookup, resolveAllowedAddresses } from './fetch-outbound.ts'
import { observeOutgoing } from './observe-outgoing.ts'

/** More than any expected response; longer ones are cut off. */
const maxResponseBytes = 16 * 1024 * 1024

/**
 * A `fetch` for libraries that call user-supplied servers: the name is resolved once, the connection goes to the checked address
 * (see fetchOutbound), and redirects are returned, not followed. Bodies are text or forms; responses are streamed. Rejects with
 * OutboundRefusal or the connection's error.
 */
export const outboundFetch =
  (network: NetworkAccess): typeof fetch =>
  async (input, init = {}) => {
    const url = parseHttpUrl(input instanceof Request ? input.url : String(input))
    return observeOutgoing(init.method ?? 'GET', url, () => send(url, init, network))
  }

async function send(url: URL, init: RequestInit, network: NetworkAccess): Promise<Response> {
  const signal = init.signal ?? undefined
  signal?.throwIfAborted()
  const addresses = await resolveAllowedAddresses(url, network)
  const body = bodyOf(init.body)
  const headers = Object.fromEntries(new Headers(init.headers))
  return new Promise<Response>((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? https : http).request(url, {
      method: init.method ?? 'GET',
      agent: false,
      headers: { ...headers, 'content-length': Buffer.byteLength(body), 'accept-encoding': 'identity' },
      lookup: pinnedLookup(addresses),
      ...(signal && { signal }),
    })
    outgoing.on('error', (error) => reject(signal?.aborted ? signal.reason : error))
    outgoing.on('response', (incoming) => resolve(responseOf(incoming)))
    outgoing.end(body)
  })
}

/** Callers send text or forms, and set the headers. */
function bodyOf(body: RequestInit['body']): string {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  if (body === null || body === undefined) return ''
  throw new Error('Only text and form bodies can be supported')
}

function responseOf(incoming: IncomingMessage): Response {
  const { statusCode: status = 502, statusMessage = '' } = incoming
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    if (typeof value === 'string') headers.set(name, value)
  let size = 0
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxResponseBytes) incoming.destroy(new Error('The response is too long'))
  })
  incoming.pause()
  // Response does not allow a body for these statuses.
  const isEmpty = status < 200 || status === 204 || status === 304
  if (isEmpty) incoming.resume()
  const body = isEmpty ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>)
  return new Response(body, { status: Math.max(200, status), statusText: statusMessage, headers })
}
