import { type AiStreamEvent, aiStreamEvents } from '@parley/contract/ai/ai-completions'

/** Parses server-sent events from a body as they arrive (HTML standard, section 9.2). Unknown events are skipped. */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<AiStreamEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let buffer = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (buffer + decoder.decode(value, { stream: true })).split('\n\n')
      buffer = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parseEvent(block)
        if (event) yield event
      }
    }
  } finally {
    // When the reader stops, the server stops as well.
    await reader.cancel().catch(() => {})
  }
}

function parseEvent(block: string): AiStreamEvent | null {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const [name = '', ...value] = line.split(': ')
      return [name, value.join(': ')]
    }),
  )
  const name = fields.get('event') ?? ''
  if (!Object.hasOwn(aiStreamEvents, name)) return null
  const event = name as keyof typeof aiStreamEvents // checked above
  const data = aiStreamEvents[event].safeParse(JSON.parse(fields.get('data') ?? 'null'))
  return data.success ? ({ event, data: data.data } as AiStreamEvent) : null
}
