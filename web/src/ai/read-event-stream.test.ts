import { expect, test } from 'vitest'
import { readEventStream } from './read-event-stream.ts'

/** A body that arrives in these chunks. */
function bodyOf(chunks: readonly Uint8Array[], onCancel = () => {}): ReadableStream<Uint8Array> {
  const remaining = [...chunks]
  return new ReadableStream({
    pull(controller) {
      const next = remaining.shift()
      if (next) controller.enqueue(next)
      else controller.close()
    },
    cancel: onCancel,
  })
}
const bytes = (text: string) => new TextEncoder().encode(text)
const block = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
async function read(body: ReadableStream<Uint8Array>) {
  const events: object[] = []
  for await (const event of readEventStream(body)) events.push(event)
  return events
}

const stream = block('delta', { text: 'Grüße: 1' }) + block('delta', { text: ' und\n\n2' })

test.each([1, 2, 7, 500])('text arrives unchanged in chunks of %d bytes', async (size) => {
  const all = bytes(stream)
  const chunks = Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
    all.slice(n * size, (n + 1) * size),
  )
  expect(await read(bodyOf(chunks))).toEqual([
    { event: 'delta', data: { text: 'Grüße: 1' } },
    { event: 'delta', data: { text: ' und\n\n2' } },
  ])
})

test('unknown events and a truncated event are skipped', async () => {
  const body = [
    ': still there\n\n',
    block('thought', { text: 'hm' }),
    block('toString', {}),
    block('delta', { words: 'in another shape' }),
    block('delta', { text: 'kept' }),
    'event: delta\ndata: {"text":"half',
  ]
  expect(await read(bodyOf(body.map(bytes)))).toEqual([{ event: 'delta', data: { text: 'kept' } }])
})

test('a reader that stops cancels the stream', async () => {
  let cancelled = false
  const body = bodyOf([bytes(stream), bytes(stream)], () => {
    cancelled = true
  })
  for await (const _ of readEventStream(body)) break
  expect(cancelled).toBe(true)
})
