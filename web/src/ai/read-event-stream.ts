import { type AiStreamEvent, aiStreamEvents } from '@parley/contract/ai/ai-completions'

/** Server-sent events out of a body (HTML standard, section 9.2), as they come; what this client does not know is left out. */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<AiStreamEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parseEvent(block)
        if (event) yield event
      }
    }
  } finally {
    // Whoever stops reading has the server stop as well.
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
  const event = name as keyof typeof aiStreamEvents // seen just now
  const data = aiStreamEvents[event].safeParse(JSON.parse(fields.get('data') ?? 'null'))
  return data.success ? ({ event, data: data.data } as AiStreamEvent) : null
}
