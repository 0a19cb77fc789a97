/** Identical to the snippet in docs/webhooks.md, which a test runs. */
export const verifySnippet = `import { createHmac, timingSafeEqual } from 'node:crypto'

// body: the raw bytes, before any JSON.parse. secret: as shown in Parley.
export function isFromParley(headers, body, secret, now = Date.now()) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  // Older than five minutes: a replay.
  if (Math.abs(now / 1000 - Number(timestamp)) > 300) return false
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  return (headers['webhook-signature'] ?? '').split(' ').some((part) => {
    const [version, signature] = part.split(',')
    const given = Buffer.from(signature ?? '', 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
`
