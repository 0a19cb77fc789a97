import type { AiStreamEvent } from '@parley/contract/ai/ai-completions'

/** The events of a stream that came whole, in order (HTML standard, section 9.2). */
export const parseEventStream = (body: string): AiStreamEvent[] =>
  body
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [, event = '', data = 'null'] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
      return { event, data: JSON.parse(data) } as AiStreamEvent // what a test asserts
    })
