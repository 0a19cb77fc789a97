import type { IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type NetworkAccess,
  OutboundRefusal,
  parseHttpUrl,
  pinnedLookup,
  resolveAllowedAddresses,
} from './fetch-outbound.ts'
import { observeOutgoing } from './observe-outgoing.ts'

/** In ms (docs/spec/wire.md#webhooks). DNS lookup counts as connecting. */
export type PostTimeouts = { connect: number; tls: number; first_byte: number; total: number }
const postTimeouts: PostTimeouts = { connect: 3000, tls: 3000, first_byte: 3000, total: 15_000 }

/** The status and first bytes of a response. */
export type PostResponse = { status: number; excerpt: Buffer; retry_after?: string }

/** How much of a response is kept, and after how much reading stops. */
const excerptBytes = 1024
const maxReadBytes = 64 * 1024

/** The response was incomplete or missing; `response` is set once it had begun. */
export class PostFailure extends Error {
  override name = 'PostFailure'
  readonly response: PostResponse | null
  constructor(message: string, response: PostResponse | null = null) {
    super(message)
    this.response = response
  }
}

/**
 * Posts a body to a user-supplied URL. The name is resolved once, and the connection goes to the checked address (see
 * fetchOutbound). Redirects are returned, never followed. Throws OutboundRefusal or PostFailure, with a readable message.
 */
export async function postOutbound(
  address: string,
  body: string | Uint8Array,
  headers: Record<string, string>,
  network: NetworkAccess,
  timeouts = postTimeouts,
): Promise<PostResponse> {
  const url = parseHttpUrl(address)
  return observeOutgoing('POST', url, () => resolveAndSend(url, body, headers, network, timeouts))
}

async function resolveAndSend(
  url: URL,
  body: string | Uint8Array,
  headers: Record<string, string>,
  network: NetworkAccess,
  timeouts: PostTimeouts,
): Promise<PostResponse> {
  const deadline = AbortSignal.timeout(timeouts.total)
  const startedAt = performance.now()
  const checked = await withConnectTimeout(timeouts.connect, resolveAllowedAddresses(url, network))
  return send(url, checked, body, headers, {
    ...timeouts,
    connect: Math.max(1, timeouts.connect - (performance.now() - startedAt)),
    ends: deadline,
  })
}

async function withConnectTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  const finished = new AbortController()
  const timeout = pause(ms, null, { signal: finished.signal, ref: false }).then(() => {
    throw new PostFailure('Looking up the server’s name took too long')
  })
  // Ignore the timer if it loses the race.
  timeout.catch(() => {})
  try {
    return await Promise.race([work, timeout])
  } finally {
    finished.abort()
  }
}

function send(
  url: URL,
  addresses: string[],
  body: string | Uint8Array,
  headers: Record<string, string>,
  { connect, tls, first_byte, ends: deadline }: PostTimeouts & { ends: AbortSignal },
): Promise<PostResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<PostResponse>()
  const isTls = url.protocol === 'https:'
  let partial: { status: number; chunks: Buffer[]; size: number } | null = null
  const partialResponse = (): PostResponse | null =>
    partial && { status: partial.status, excerpt: Buffer.concat(partial.chunks).subarray(0, excerptBytes) }

  const outgoing = (isTls ? https : http).request(url, {
    method: 'POST',
    signal: deadline,
    agent: false,
    headers: { ...headers, 'content-length': Buffer.byteLength(body), 'accept-encoding': 'identity' },
    lookup: pinnedLookup(addresses),
  })
  let phase: NodeJS.Timeout | undefined
  const startPhase = (ms: number, message: string) => {
    clearTimeout(phase)
    phase = setTimeout(() => outgoing.destroy(new PostFailure(message)), ms)
  }
  const waitForAnswer = () =>
    startPhase(first_byte, `The server accepted the request but didn’t respond within ${seconds(first_byte)}`)
  startPhase(connect, `No connection within ${seconds(connect)}`)
  outgoing.on('socket', (socket) => {
    socket.on('connect', () =>
      isTls ? startPhase(tls, `No secure connection within ${seconds(tls)}`) : waitForAnswer(),
    )
    socket.on('secureConnect', waitForAnswer)
  })
  const fail = (error: Error) => {
    clearTimeout(phase)
    reject(
      error instanceof OutboundRefusal
        ? error
        : new PostFailure(failureMessage(error, deadline), partialResponse()),
    )
  }
  outgoing.on('error', fail)
  outgoing.on('response', (incoming: IncomingMessage) => {
    // From here on only the total timeout applies.
    clearTimeout(phase)
    const { statusCode: status = 0 } = incoming
    const received = { status, chunks: [] as Buffer[], size: 0 }
    partial = received
    const failTruncated = () =>
      fail(
        deadline.aborted
          ? new Error('late')
          : new PostFailure('The connection was closed in the middle of the response'),
      )
    incoming.on('error', failTruncated)
    incoming.on('data', (chunk: Buffer) => {
      if (received.size < excerptBytes) received.chunks.push(chunk)
      received.size += chunk.length
      if (received.size > maxReadBytes) {
        // The status is known; the rest is not needed.
        resolve({ status, excerpt: Buffer.concat(received.chunks).subarray(0, excerptBytes) })
        outgoing.destroy()
      }
    })
    const retry_after = incoming.headers['retry-after']
    incoming.on('close', () =>
      incoming.complete
        ? resolve({
            status,
            excerpt: Buffer.concat(received.chunks).subarray(0, excerptBytes),
            ...(retry_after && { retry_after }),
          })
        : failTruncated(),
    )
  })
  outgoing.end(body)
  return promise
}

const seconds = (ms: number) => `${Math.ceil(ms / 1000)} s`

function failureMessage(error: Error & { code?: string }, deadline: AbortSignal): string {
  if (error instanceof PostFailure) return error.message
  if (deadline.aborted) return 'The response took too long'
  const code = error.code ?? ''
  const [, sentence] = sentences.find(([pattern]) => pattern.test(code)) ?? []
  return sentence ?? `The connection failed (${code || error.message})`
}

const sentences: [RegExp, string][] = [
  [/ECONNREFUSED/, 'The server isn’t responding on this port'],
  [/ECONNRESET|EPIPE/, 'The server closed the connection without a response'],
  [/EHOSTUNREACH|ENETUNREACH/, 'The server can’t be reached'],
  [/ETIMEDOUT/, 'The server isn’t responding'],
  [
    /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO/,
    'The server’s certificate isn’t valid: it has expired, isn’t trusted or is for another name',
  ],
  [/EPROTO|ERR_SSL/, 'The server doesn’t use a supported version of TLS on this port'],
  [/HPE_/, 'The server’s response isn’t HTTP'],
]
