import { createHmac } from 'node:crypto'

export type SignedRequest = { id: string; at: Date; body: string; secret: string; version: string }

/**
 * The headers of one attempt: those of Standard Webhooks (standardwebhooks.com), plus the plain HMAC of docs/spec/wire.md#webhooks. Not signed
 * without a secret.
 */
export function signedHeaders({ id, at, body, secret, version }: SignedRequest): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return {
    'content-type': 'application/json',
    'user-agent': `Parley-Webhook/${version}`,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(secret && {
      'webhook-signature': `v1,${createHmac('sha256', signingKey(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
      'X-Parley-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    }),
  }
}

const standardSecret = /^whsec_([A-Za-z0-9+/]+={0,2})$/

/** Standard Webhooks encodes keys as whsec_ and base64; any other secret is used as is. */
function signingKey(secret: string): Buffer {
  const [, base64] = standardSecret.exec(secret) ?? []
  return base64 ? Buffer.from(base64, 'base64') : Buffer.from(secret)
}
