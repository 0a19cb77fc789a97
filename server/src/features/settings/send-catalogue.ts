import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { loadCatalogue } from './languages.ts'

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }
type Coding = keyof typeof compress
const codings = new Negotiator({ supportedValues: ['br', 'gzip'] })

type Bodies = Record<Coding | 'identity', Buffer> & { etag: string }
const prepared = new WeakMap<object, Promise<Bodies>>()

/**
 * Sends the texts of a language, compressed once per process: they are a quarter of what the first screen transfers.
 * 304 if the browser has them already.
 */
export async function sendCatalogue(code: string, request: FastifyRequest, reply: FastifyReply) {
  const catalogue = await loadCatalogue(code)
  const bodies = prepared.get(catalogue) ?? prepare(catalogue)
  prepared.set(catalogue, bodies)
  const { etag, ...encoded } = await bodies
  const coding = codings.negotiate(String(request.headers['accept-encoding'] ?? '')) as Coding | null // one of those given
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (coding) reply.header('content-encoding', coding)
  return reply.type('application/json; charset=utf-8').send(encoded[coding ?? 'identity'])
}

async function prepare(catalogue: object): Promise<Bodies> {
  const identity = Buffer.from(JSON.stringify(catalogue))
  const [br, gzipped] = await Promise.all([compress.br(identity), compress.gzip(identity)])
  // Weak: the encodings differ byte for byte (RFC 9110, section 8.8.1).
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { identity, br, gzip: gzipped, etag }
}
