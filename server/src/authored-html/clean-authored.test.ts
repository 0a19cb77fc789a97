import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { cleanAuthored, cleanAuthoredSync, cleanWithoutLimits } from './clean-authored.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const cell = '<td style="color:red">x</td>'
/** The maximum number of tags, using the most expensive ones. */
const largest = `<table><tr>${cell.repeat(9_998)}</tr></table>`

/**
 * The longest time in ms during which nothing else could run. Takes the minimum of several runs, since other work
 * interferes.
 */
async function longestBlock(times: number, work: () => Promise<unknown>): Promise<number> {
  const longestBlocks: number[] = []
  for (let n = 0; n < times; n++) {
    let last = performance.now()
    let longest = 0
    const sample = () => {
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
    }
    const timer = setInterval(sample, 2)
    await work()
    sample()
    clearInterval(timer)
    longestBlocks.push(longest)
  }
  return Math.min(...longestBlocks)
}

test('the largest allowed text is cleaned without blocking other requests', async () => {
  const expected = cleanWithoutLimits({ html: largest, mentions: true })
  let cleaned: unknown
  const blocked = await longestBlock(3, async () => {
    cleaned = await cleanAuthored(largest, 'message')
  })
  expect(cleaned).toEqual(expected)
  const inline = await longestBlock(3, async () => cleanWithoutLimits({ html: largest, mentions: true }))
  expect(blocked).toBeLessThan(inline / 2)
}, 60_000)

test('a note of 2 MB of "<" is rejected at its field within 200 ms while other requests are served', async () => {
  const ana = await t.as(await t.make.agent())
  const c = await t.make.conversation()
  const path = `/api/v1/conversations/${c.uuid}/messages`
  let reply = await ana.post(path, { message: '<p>warm</p>', private: true })
  const body = { message: '<'.repeat(2_000_000), private: true }
  const blocked = await longestBlock(8, async () => {
    reply = await ana.post(path, body)
  })
  expect(reply).toMatchObject({
    status: 400,
    body: {
      errors: [
        {
          path: 'message',
          message: 'This text has more than 20,000 HTML tags. Shorten it, or attach it as a file',
        },
      ],
    },
  })
  expect(blocked).toBeLessThan(200)
})

test('a message with the maximum number of tags can be sent, held and used to start a conversation', async () => {
  const ana = await t.make.agent({ permissions: t.make.allPermissions })
  const browser = await t.as(ana)
  const inbox = await t.make.inbox()
  const c = await t.make.conversation({ assigned_user_id: ana.id })
  const path = `/api/v1/conversations/${c.uuid}/messages`
  const note = await browser.post(path, { message: largest, private: true })
  expect([note.status, note.body.data?.content.match(/<td style="color:red">x<\/td>/g).length]).toEqual([
    200, 9_998,
  ])
  const held = await browser.post(path, { message: largest, to: ['a@customer.test'], undo_seconds: 10 })
  expect(held.status).toBe(200)
  const kept = await t.db.selectFrom('held_sends').select('text_content').executeTakeFirstOrThrow()
  expect(kept.text_content?.startsWith('x | x')).toBe(true)
  const started = await browser.post('/api/v1/conversations', {
    contact_email: 'b@customer.test',
    first_name: 'B',
    subject: 'Hi',
    inbox_id: inbox.id,
    content: `${largest}<b>`.repeat(2),
  })
  expect(started).toMatchObject({ status: 400, body: { errors: [{ path: 'content' }] } })
})

test.each([
  ['/api/v1/contacts/:id/notes', 'note', (html: string) => ({ note: html })],
  [
    '/api/v1/macros',
    'actions.0.value',
    (html: string) => ({
      name: 'm',
      actions: [{ type: 'send_private_note', value: [html] }],
      visibility: 'all',
      visible_when: ['replying'],
    }),
  ],
] as const)('%s accepts short texts only', async (path, field, body) => {
  const browser = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const { contact_id } = await t.make.conversation()
  const reply = await browser.post(path.replace(':id', String(contact_id)), body('<b>x</b>'.repeat(2_000)))
  expect(reply).toMatchObject({ status: 400, body: { errors: [{ path: field }] } })
  expect(reply.body.message).toContain('more than 2,000 HTML tags')
})

test('a text without tags may have up to 100,000 characters', () => {
  expect(cleanAuthoredSync('x'.repeat(100_000), 'note').content).toHaveLength(100_000)
  expect(() => cleanAuthoredSync('x'.repeat(100_001), 'note')).toThrow('more than 100,000 characters')
})
