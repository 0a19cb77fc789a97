import { readFile } from 'node:fs/promises'
import { webhookBody, webhookEvents } from '@parley/contract/webhooks/webhooks'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { signedHeaders } from './delivery/signed-headers.ts'

const doc = await readFile(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8')
const blocks = (language: string) =>
  [...doc.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text)

test('the contract accepts every example, to the last key', () => {
  const events = [...webhookEvents, 'webhook.test'] as const
  const examples = blocks('json').map((text) => JSON.parse(text))
  expect(examples.length).toBeGreaterThan(4)
  for (const example of examples) {
    const event = z.enum(events).parse(example.event)
    expect(webhookBody(event).parse(example)).toEqual(example)
  }
  for (const event of webhookEvents) expect(doc).toContain(`| \`${event}\` |`)
})

type Verify = (headers: Record<string, string>, body: string, secret: string, now: number) => boolean

test('the verification code accepts what is signed here and nothing else, and the screen shows the same code', async () => {
  const [code = ''] = blocks('js')
  const { isFromParley } = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
  )) as { isFromParley: Verify }
  const at = new Date('2026-03-02T09:00:00Z')
  for (const secret of [`whsec_${Buffer.alloc(32, 7).toString('base64')}`, 'a word of our own']) {
    const sent = { id: 'one', at, body: '{"event":"webhook.test"}', secret, version: '1' }
    const headers = signedHeaders(sent)
    const now = at.getTime() + 60_000
    expect(isFromParley(headers, sent.body, secret, now)).toBe(true)
    expect(isFromParley(headers, `${sent.body} `, secret, now)).toBe(false)
    expect(isFromParley(headers, sent.body, `x${secret}`, now)).toBe(false)
    expect(isFromParley({ ...headers, 'webhook-id': 'two' }, sent.body, secret, now)).toBe(false)
    expect(isFromParley(headers, sent.body, secret, now + 600_000)).toBe(false)
    expect(isFromParley(signedHeaders({ ...sent, secret: '' }), sent.body, secret, now)).toBe(false)
  }
  const screenSource = await readFile(
    new URL('../../../../web/src/features/webhooks/verify-snippet.ts', import.meta.url),
    'utf8',
  )
  const [, snippet = ''] = /`([\s\S]*)`/.exec(screenSource) ?? []
  expect(snippet.replaceAll('\\', '')).toBe(code)
})
