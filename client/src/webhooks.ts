/** Why a call is not to be believed. */
export class WebhookRefusal extends Error {
  override readonly name = 'WebhookRefusal'
}

export type WebhookCall = {
  /** As it was written down in the workspace. */
  secret: string
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>
  /** As it came, byte for byte: parsed and written again it is another one. */
  body: string | Uint8Array
  /** How far the time of sending may be from now, in seconds; 300 when left out. Older calls may be somebody's recording. */
  tolerance_s?: number
  now?: Date
}

/**
 * The body of a webhook call as an object, once its signature and its time are right; throws WebhookRefusal otherwise. `id` is the same each
 * time the call is repeated: keep it, and pass over what you have seen. Reads `webhook-id`, `webhook-timestamp` and `webhook-signature`
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
 * The same for receivers that know only `X-Parley-Signature`, the HMAC of the body alone. It says nothing of the time: whoever recorded a call can
 * send it again.
 */
export async function verifyBodySignature(call: Omit<WebhookCall, 'tolerance_s' | 'now'>): Promise<unknown> {
  const given = header(call.headers, 'x-parley-signature')
  if (!given) throw new WebhookRefusal('The call is not signed')
  const body = toBytes(call.body)
  const key = await importKey(toBytes(call.secret))
  if (!(await matches(key, fromHex(given.replace(/^sha256=/, '')), body)))
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
