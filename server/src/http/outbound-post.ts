import type { IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { checkedAddresses, OutboundRefusal, onlyTo, type Reach, readUrl } from './outbound.ts'

/** In ms (api-contract 6.9). Looking up the name counts as connecting. */
export type PostTimeouts = { connect: number; tls: number; first_byte: number; total: number }
export const postTimeouts: PostTimeouts = { connect: 3000, tls: 3000, first_byte: 3000, total: 15_000 }

/** The status and the first bytes of what a server answered. */
export type PostAnswer = { status: number; excerpt: Buffer }

/** Of an answer no more is kept, and soon after no more is read. */
const keptBytes = 1024
const readBytes = 64 * 1024

/** The answer broke off, or never came; `status` is there when it had begun. */
export class PostFailure extends Error {
  override name = 'PostFailure'
  readonly answer: PostAnswer | null
  constructor(message: string, answer: PostAnswer | null = null) {
    super(message)
    this.answer = answer
  }
}

/**
 * Hands a body to an address that somebody outside named. The name is resolved once, and the connection goes to the address that was checked
 * (see fetchOutbound). A redirect is an answer like any other: it is never followed. Throws OutboundRefusal or PostFailure, in words.
 */
export async function postOutbound(
  address: string,
  body: string,
  headers: Record<string, string>,
  reach: Reach,
  timeouts = postTimeouts,
): Promise<PostAnswer> {
  const url = readUrl(address)
  const ends = AbortSignal.timeout(timeouts.total)
  const begun = performance.now()
  const checked = await within(timeouts.connect, checkedAddresses(url, reach))
  return send(url, checked, body, headers, {
    ...timeouts,
    connect: Math.max(1, timeouts.connect - (performance.now() - begun)),
    ends,
  })
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const over = new AbortController()
  const late = pause(ms, null, { signal: over.signal, ref: false }).then(() => {
    throw new PostFailure('The name of the server could not be looked up in time')
  })
  // Whichever comes second is nobody's.
  late.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    over.abort()
  }
}

function send(
  url: URL,
  addresses: string[],
  body: string,
  headers: Record<string, string>,
  { connect, tls, first_byte, ends }: PostTimeouts & { ends: AbortSignal },
): Promise<PostAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PostAnswer>()
  const isTls = url.protocol === 'https:'
  let answer: { status: number; chunks: Buffer[]; size: number } | null = null
  const soFar = (): PostAnswer | null =>
    answer && { status: answer.status, excerpt: Buffer.concat(answer.chunks).subarray(0, keptBytes) }

  const outgoing = (isTls ? https : http).request(url, {
    method: 'POST',
    signal: ends,
    agent: false,
    headers: { ...headers, 'content-length': Buffer.byteLength(body), 'accept-encoding': 'identity' },
    lookup: onlyTo(addresses),
  })
  let phase: NodeJS.Timeout | undefined
  const allow = (ms: number, words: string) => {
    clearTimeout(phase)
    phase = setTimeout(() => outgoing.destroy(new PostFailure(words)), ms)
  }
  const waitForAnswer = () =>
    allow(first_byte, `The server took the request and did not answer within ${seconds(first_byte)}`)
  allow(connect, `No connection within ${seconds(connect)}`)
  outgoing.on('socket', (socket) => {
    socket.on('connect', () =>
      isTls ? allow(tls, `No secure connection within ${seconds(tls)}`) : waitForAnswer(),
    )
    socket.on('secureConnect', waitForAnswer)
  })
  const fail = (error: Error) => {
    clearTimeout(phase)
    reject(error instanceof OutboundRefusal ? error : new PostFailure(wordsOf(error, ends), soFar()))
  }
  outgoing.on('error', fail)
  outgoing.on('response', (incoming: IncomingMessage) => {
    // From here on the total counts alone.
    clearTimeout(phase)
    const { statusCode: status = 0 } = incoming
    const read = { status, chunks: [] as Buffer[], size: 0 }
    answer = read
    const broken = () =>
      fail(
        ends.aborted
          ? new Error('late')
          : new PostFailure('The connection ended in the middle of the answer'),
      )
    incoming.on('error', broken)
    incoming.on('data', (chunk: Buffer) => {
      if (read.size < keptBytes) read.chunks.push(chunk)
      read.size += chunk.length
      if (read.size > readBytes) {
        // The status was said; nobody waits for the rest.
        resolve({ status, excerpt: Buffer.concat(read.chunks).subarray(0, keptBytes) })
        outgoing.destroy()
      }
    })
    incoming.on('close', () =>
      incoming.complete
        ? resolve({ status, excerpt: Buffer.concat(read.chunks).subarray(0, keptBytes) })
        : broken(),
    )
  })
  outgoing.end(body)
  return promise
}

const seconds = (ms: number) => `${Math.ceil(ms / 1000)} s`

function wordsOf(error: Error & { code?: string }, ends: AbortSignal): string {
  if (error instanceof PostFailure) return error.message
  if (ends.aborted) return 'The whole answer took too long'
  const code = error.code ?? ''
  const [, words] = sentences.find(([sign]) => sign.test(code)) ?? []
  return words ?? `The connection failed (${code || error.message})`
}

const sentences: [RegExp, string][] = [
  [/ECONNREFUSED/, 'The server does not answer on this port'],
  [/ECONNRESET|EPIPE/, 'The server closed the connection without an answer'],
  [/EHOSTUNREACH|ENETUNREACH/, 'There is no way to the server'],
  [/ETIMEDOUT/, 'The server does not answer'],
  [
    /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO/,
    'The certificate of the server is not in order: it is expired, unknown or for another name',
  ],
  [/EPROTO|ERR_SSL/, 'The server speaks no TLS that can be understood on this port'],
  [/HPE_/, 'The server answered with something that is no HTTP'],
]
