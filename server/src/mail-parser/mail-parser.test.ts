import { expect, onTestFinished, test } from 'vitest'
import { startMailParser, UnreadableMailError } from './mail-parser.ts'

const parserFor = (options: Parameters<typeof startMailParser>[0] = {}) => {
  const parser = startMailParser(options)
  onTestFinished(() => parser.stop())
  return parser
}
const raw = (text: string) => Buffer.from(`From: a@customer.test\r\nSubject: Hi\r\n\r\n${text}\r\n`)
const options = { keys: [], recipients: [] }

test('threads start with the first mail and end when idle', async () => {
  const parser = parserFor({ threads: 2, idle_ms: 50 })
  expect(parser.size).toBe(0)
  const reading = Promise.all(Array.from({ length: 6 }, (_, i) => parser.read(raw(`${i}`), options)))
  expect(parser.size).toBe(2)
  await reading
  await expect.poll(() => parser.size).toBe(0)
  expect(await parser.read(raw('again'), options)).toMatchObject({ text_content: 'again' })
})

test('a mail that takes too long costs only its own thread', async () => {
  const parser = parserFor({ threads: 1, time_ms: 1 })
  await expect(parser.read(raw('x'), options)).rejects.toThrow(UnreadableMailError)
  expect(parser.size).toBe(0)
})

test('stopping does not blame the mail being parsed; it is processed at the next start', async () => {
  const parser = startMailParser({ threads: 1 })
  const reading = [parser.read(raw('one'), options), parser.read(raw('two'), options)]
  const outcomes = Promise.allSettled(reading)
  await parser.stop()
  for (const outcome of await outcomes) {
    expect(outcome.status).toBe('rejected')
    if (outcome.status === 'rejected') expect(outcome.reason).not.toBeInstanceOf(UnreadableMailError)
  }
})

test('copies of a mail have the same body hash, whatever the delivery path', async () => {
  const parser = parserFor({ threads: 1 })
  const one = await parser.read(raw('Hello  there '), options)
  const two = await parser.read(Buffer.concat([Buffer.from('Received: by x\n'), raw('Hello there')]), options)
  const other = await parser.read(raw('Hello thereabouts'), options)
  expect(two.body_hash).toEqual(one.body_hash)
  expect(other.body_hash).not.toEqual(one.body_hash)
})

test('ids too long for an index are replaced by their hash', async () => {
  const parser = parserFor({ threads: 1 })
  const id = `${'é'.repeat(3000)}@customer.test`
  const mail = await parser.read(Buffer.from(`Message-ID: <${id}>\r\nReferences: <${id}x>\r\n\r\nx`), options)
  expect(mail.message_id).toMatch(/^sha256\.[0-9a-f]{64}$/)
  expect(mail.thread_ids.every((one) => one.length <= 500)).toBe(true)
})

test('a part shown in the text is inline; others are listed, whatever the sender declared', async () => {
  const parser = parserFor({ threads: 1 })
  const mail = await parser.read(
    Buffer.from(
      [
        'MIME-Version: 1.0',
        'Content-Type: multipart/related; boundary=r',
        '',
        '--r',
        'Content-Type: text/html',
        '',
        '<img src="cid:Shown%40x"><img src="cid:missing@x">Text',
        '--r',
        'Content-Type: image/png',
        'Content-ID: <shown@x>',
        '',
        'a',
        '--r',
        'Content-Type: image/png; name=hidden.png',
        'Content-Disposition: inline',
        'Content-ID: <hidden@x>',
        '',
        'b',
        '--r--',
      ].join('\r\n'),
    ),
    options,
  )
  expect(mail.parts.map(({ content_id, disposition }) => [content_id, disposition])).toEqual([
    ['shown@x', 'inline'],
    ['hidden@x', 'attachment'],
  ])
  expect(mail.content).toContain(`/uploads/${mail.parts[0]?.uuid}`)
  expect(mail.content).not.toContain('cid:')
})
