import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyBodySignature, verifyWebhook, WebhookRefusal } from '../src/webhooks.ts'

const secret = 'a secret of some length'
const now = new Date('2026-03-01T12:00:00Z')
const seconds = String(now.getTime() / 1000)
const body = '{"event":"conversation.created","payload":{"subject":"Grüße ✓"}}'

const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64')
const headers = (overrides: Record<string, string> = {}) => ({
  'Webhook-Id': 'msg_1',
  'webhook-timestamp': seconds,
  'webhook-signature': `v1,${sign(secret, `msg_1.${seconds}.${body}`)}`,
  ...overrides,
})

test('a signed request is accepted, as text or bytes, with both kinds of headers and secrets', async () => {
  const expected = { id: 'msg_1', payload: JSON.parse(body) }
  expect(await verifyWebhook({ secret, headers: headers(), body, now })).toEqual(expected)
  const bytes = Buffer.from(body)
  expect(await verifyWebhook({ secret, headers: new Headers(headers()), body: bytes, now })).toEqual(expected)
  const key = Buffer.from('0123456789abcdef0123456789abcdef')
  const standard = { 'webhook-signature': `v1a,x v1,AAAA v1,${sign(key, `msg_1.${seconds}.${body}`)}` }
  const call = { secret: `whsec_${key.toString('base64')}`, headers: headers(standard), body, now }
  expect(await verifyWebhook(call)).toEqual(expected)
})

test('a request is rejected if any part of it was changed', async () => {
  const refused = (call: object) =>
    expect(verifyWebhook({ secret, headers: headers(), body, now, ...call })).rejects.toBeInstanceOf(
      WebhookRefusal,
    )
  await refused({ secret: 'another' })
  await refused({ body: body.replace('Grüße', 'Griße') })
  await refused({ headers: headers({ 'Webhook-Id': 'msg_2' }) })
  await refused({ headers: headers({ 'webhook-signature': '' }) })
  await refused({ headers: headers({ 'webhook-signature': 'v1,not base64!' }) })
  await refused({
    headers: headers({ 'webhook-signature': headers()['webhook-signature'].replace('v1', 'v2') }),
  })
  await refused({ headers: headers({ 'webhook-timestamp': 'today' }) })
  await refused({ now: new Date(now.getTime() + 301_000) })
  await refused({ now: new Date(now.getTime() - 301_000) })
  await verifyWebhook({ secret, headers: headers(), body, now: new Date(now.getTime() + 299_000) })
})

test('the legacy header is verified as well', async () => {
  const hex = createHmac('sha256', secret).update(body).digest('hex')
  const signed = { 'X-Parley-Signature': `sha256=${hex}` }
  expect(await verifyBodySignature({ secret, headers: signed, body })).toEqual(JSON.parse(body))
  for (const call of [
    { headers: {} },
    { secret: 'another' },
    { headers: { 'x-parley-signature': 'sha256=zz' } },
  ])
    await expect(verifyBodySignature({ secret, headers: signed, body, ...call })).rejects.toBeInstanceOf(
      WebhookRefusal,
    )
})
