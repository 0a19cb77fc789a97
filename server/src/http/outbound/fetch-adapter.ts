import type { IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { type NetworkAccess, parseHttpUrl, pinnedLookup, resolveAllowedAddresses } from './fetch-outbound.ts'

/** More than any answer that somebody waits for; what goes on longer is cut off. */
const maxResponseBytes = 16 * 1024 * 1024

/**
 * A `fetch` for libraries that talk to a server which somebody named: the name is resolved once, the connection goes to the address that was
 * checked (see fetchOutbound), and a redirect is an answer like any other. Bodies are texts and forms; the answer streams. Rejects with OutboundRefusal,
 * or with what the connection failed of.
 */
export const outboundFetch =
  (network: NetworkAccess): typeof fetch =>
  async (input, init = {}) => {
    const url = parseHttpUrl(input instanceof Request ? input.url : String(input))
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

/** What callers send: texts and forms, whose headers they set. */
function bodyOf(body: RequestInit['body']): string {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  if (body === null || body === undefined) return ''
  throw new Error('Only text and forms can be sent')
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
  // A Response refuses a body where HTTP has none.
  const isEmpty = status < 200 || status === 204 || status === 304
  if (isEmpty) incoming.resume()
  const body = isEmpty ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>)
  return new Response(body, { status: Math.max(200, status), statusText: statusMessage, headers })
}
