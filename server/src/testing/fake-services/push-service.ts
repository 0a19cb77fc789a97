import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Received = {
  path: string
  headers: Record<string, string | string[] | undefined>
  /** The decrypted payload. */
  payload: unknown
  /** The verified claims of the sender's token (RFC 8292). */
  claims: { aud: string; exp: number; sub: string }
  public_key: string
}

export type PushService = Awaited<ReturnType<typeof startPushService>>

/**
 * A push service (RFC 8030) together with its browsers: it verifies the sender (RFC 8292) and decrypts what a browser
 * would show (RFC 8291). It answers as `respond` says.
 */
export async function startPushService() {
  const browsers = new Map<string, ReturnType<typeof createBrowser>>()
  const received: Received[] = []
  let respond: () => { status: number; retry_after?: string } = () => ({ status: 201 })
  const problems: string[] = []
  const server = createServer(async (request, response) => {
    try {
      const browser = browsers.get(request.url ?? '')
      if (request.method !== 'POST' || !browser) throw new Error(`no such subscription: ${request.url}`)
      const { claims, public_key } = readVapid(request, origin)
      const payload = browser.decrypt(await readBody(request))
      received.push({ path: request.url ?? '', headers: request.headers, payload, claims, public_key })
      const { status, retry_after } = respond()
      response.writeHead(status, {
        ...(status === 201 && { location: `${origin}/message/${received.length}` }),
        ...(retry_after && { 'retry-after': retry_after }),
      })
      response.end()
    } catch (error) {
      problems.push((error as Error).message)
      response.writeHead(400).end()
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    received,
    /** What a faithful push service would have refused. */
    problems,
    respond: (answer: typeof respond) => {
      respond = answer
    },
    /** What a browser sends after it has subscribed. */
    subscribe() {
      const path = `/push/${randomUUID()}`
      const browser = createBrowser()
      browsers.set(path, browser)
      return { endpoint: `${origin}${path}`, keys: browser.keys }
    },
    stop: () => new Promise<void>((stopped) => server.close(() => stopped())),
  }
}

function createBrowser() {
  const ecdh = createECDH('prime256v1')
  const public_key = ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: public_key.toString('base64url'), auth: auth.toString('base64url') },
    decrypt(body: Buffer): unknown {
      // RFC 8188: salt, record size, the sender's public key, and one record.
      const [salt, key_length] = [body.subarray(0, 16), body.readUInt8(20)]
      const sender = body.subarray(21, 21 + key_length)
      const record = body.subarray(21 + key_length)
      if (body.readUInt32BE(16) < record.length) throw new Error('the record is larger than it says')
      const shared = ecdh.computeSecret(sender)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), public_key, sender])
      const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
      const derive = (name: string, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      decipher.setAuthTag(record.subarray(-16))
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      const end = padded.lastIndexOf(2)
      return JSON.parse(padded.subarray(0, end).toString())
    },
  }
}

function readVapid(request: IncomingMessage, origin: string) {
  const { authorization = '', ttl, topic, 'content-encoding': encoding } = request.headers
  if (encoding !== 'aes128gcm') throw new Error(`unknown encoding ${encoding}`)
  if (!/^\d+$/.test(String(ttl))) throw new Error('TTL is missing')
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic))) throw new Error(`invalid topic ${topic}`)
  const [, token = '', public_key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? []
  const [header = '', payload = '', signature = ''] = token.split('.')
  const point = Buffer.from(public_key, 'base64url')
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33, 65).toString('base64url'),
    },
  })
  const isValid = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isValid) throw new Error('the token has a wrong signature')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Received['claims']
  if (claims.aud !== origin) throw new Error(`the token is for ${claims.aud}`)
  if (!/^(mailto:|https:)/.test(claims.sub)) throw new Error('the token has no subject')
  const left = claims.exp - Date.now() / 1000
  if (left < 0 || left > 86_400) throw new Error('the token is too old or too new')
  return { claims, public_key }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
