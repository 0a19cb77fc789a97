import type { AiStreamEvent } from '@parley/contract/ai/ai-completions'

/** Parses a complete event stream (HTML standard, section 9.2). */
export const parseEventStream = (body: string): AiStreamEvent[] =>
  body
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [, event = '', data = 'null'] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
      return { event, data: JSON.parse(data) } as AiStreamEvent // tests assert the shape
    })
