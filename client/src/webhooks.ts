/** Why a webhook request is not authentic. */
export class WebhookRefusal extends Error {
  override readonly name = 'WebhookRefusal'
}

export type WebhookCall = {
  /** The secret stored in the workspace. */
  secret: string
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>
  /** The raw body, byte for byte. Parsing and serialising it again would change it. */
  body: string | Uint8Array
  /** The maximum difference between the time of sending and now, in seconds. Defaults to 300. Protects against replayed requests. */
  tolerance_s?: number
  now?: Date
}

/**
 * Verifies the signature and timestamp of a webhook request and returns its body as an object; throws WebhookRefusal otherwise. `id` is the
 * same for every delivery attempt: store it to skip duplicates. Reads `webhook-id`, `webhook-timestamp` and `webhook-signature`
 * (standardwebhooks.com).
 */
export async function verifyWebhook(call: WebhookCall): Promise<{ id: string; payload: unknown }> {
  const [id, sent, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    header(call.headers, name),
  )
  if (!id || !sent || !signatures) throw new WebhookRefusal('The call is not signed')
  const seconds = Number(sent)
  const now = (call.now ?? new Date()).getTime() / 1000
  if (!Number.isInteger(seconds) || Math.abs(now - seconds) > (call.tolerance_s ?? 300))
    throw new WebhookRefusal('The call was sent at another time')
  const body = toBytes(call.body)
  const key = await importKey(secretBytes(call.secret))
  const signed = concatBytes(toBytes(`${id}.${sent}.`), body)
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',')
    if (version === 'v1' && (await matches(key, fromBase64(value), signed)))
      return { id, payload: JSON.parse(new TextDecoder().decode(body)) }
  }
  throw new WebhookRefusal('The signature is not that of this secret')
}

/**
 * The same for receivers that only support `X-Parley-Signature`, the HMAC of the body. It has no timestamp, so a recorded request can be
 * replayed.
 */
export async function verifyBodySignature(call: Omit<WebhookCall, 'tolerance_s' | 'now'>): Promise<unknown> {
  const signature_header = header(call.headers, 'x-parley-signature')
  if (!signature_header) throw new WebhookRefusal('The call is not signed')
  const body = toBytes(call.body)
  const key = await importKey(toBytes(call.secret))
  if (!(await matches(key, fromHex(signature_header.replace(/^sha256=/, '')), body)))
    throw new WebhookRefusal('The signature is not that of this secret')
  return JSON.parse(new TextDecoder().decode(body))
}

type Key = Awaited<ReturnType<typeof importKey>>

// WebCrypto compares in constant time.
const matches = (key: Key, signature: Bytes | null, data: Bytes): Promise<boolean> =>
  signature ? crypto.subtle.verify('HMAC', key, signature, data) : Promise.resolve(false)

type Bytes = Uint8Array<ArrayBuffer>

const importKey = (secret: Bytes) =>
  crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])

function secretBytes(secret: string): Bytes {
  if (!secret.startsWith('whsec_')) return toBytes(secret)
  const bytes = fromBase64(secret.slice('whsec_'.length))
  if (!bytes) throw new TypeError('The part of the secret behind whsec_ is not base64')
  return bytes
}

function header(headers: WebhookCall['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return Array.isArray(value) ? value[0] : value
}

const toBytes = (data: string | Uint8Array): Bytes =>
  typeof data === 'string' ? new TextEncoder().encode(data) : Uint8Array.from(data)

function concatBytes(a: Bytes, b: Bytes): Bytes {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

function fromBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}

const fromHex = (text: string): Bytes | null =>
  /^([0-9a-f]{2})+$/i.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : null
